import { type SharedRateLimiter, slowing } from '../../store/port/processes.ts'
import { StorageFailure } from '../../store/refusal.ts'
import { type Ask, first } from '../ask.ts'

interface Taken {
  readonly isTaken: boolean
  /** Until all permits have come again, as it was when the statement began; null where nobody had taken any. */
  readonly wholeInMs: number | null
  /** How long nobody may take one, by then; null where that was never said. */
  readonly heldMs: number | null
}

const { slowestPace, easedAfterMs } = slowing

/** Where the server's clock was set back, what was said seems to be still to come, and counts for nothing. */
const wasSaid = `t.refused_at <= clock_timestamp() + interval '1 minute'`
const saidMsAgo = 'extract(epoch FROM clock_timestamp() - t.refused_at)::float8 * 1000'
const heldMs = `CASE WHEN ${wasSaid} THEN t.held_ms - ${saidMsAgo} END`
const timesEased = `floor(least(greatest(${saidMsAgo}, 0) / ${easedAfterMs}, ${slowestPace}))`
const pace = `CASE WHEN ${wasSaid} THEN greatest(1, t.pace / 2 ^ ${timesEased}) ELSE 1 END`

/** For the rest of the transaction. */
const quick = `quick AS (SELECT set_config('synchronous_commit', 'off', true))`

/**
 * A bucket as one instant: that at which it is whole again. Each permit moves it on by what one takes to come again, by
 * several after the other side said that it is too much, and there is one while that is not further away than all but one
 * of them.
 *
 * The server's clock is read under the lock of the row. Where it was set back, the instant is further away than it can
 * be: the bucket is taken for empty then, and nobody waits until the clock has come there again.
 *
 * A commit that does not wait for the disk: a server that loses its last half second has forgotten a permit or two, and
 * what is submitted is claimed after its permit, by a commit that waits.
 */
const takePermit = `
  WITH ${quick},
  taken AS (
    INSERT INTO turn AS t (key, whole_at)
    SELECT $1, clock_timestamp() + $2::float8 * interval '1 millisecond' FROM quick
    ON CONFLICT (key) DO UPDATE SET whole_at = least(
      greatest(t.whole_at, clock_timestamp()) + $2::float8 * ${pace} * interval '1 millisecond',
      clock_timestamp() + $2::float8 * ($3::float8 - 1 + ${pace}) * interval '1 millisecond')
    WHERE coalesce(${heldMs}, 0) <= 0
      AND (t.whole_at <= clock_timestamp() + $2::float8 * ($3::float8 - 1) * interval '1 millisecond'
        OR t.whole_at > clock_timestamp() + $2::float8 * ($3::float8 + ${slowestPace}) * interval '1 millisecond')
    RETURNING key)
  SELECT EXISTS (SELECT FROM taken) AS "isTaken",
    extract(epoch FROM t.whole_at - clock_timestamp())::float8 * 1000 AS "wholeInMs", ${heldMs} AS "heldMs"
  FROM (SELECT) AS asked LEFT JOIN turn AS t ON t.key = $1`

/** Told while none is taken, it is of what was on its way, from whichever process: it is no slower for that. */
const slowDown = `
  WITH ${quick}
  INSERT INTO turn AS t (key, whole_at, refused_at, held_ms, pace)
  SELECT $1, clock_timestamp(), clock_timestamp(), $2, 2 FROM quick
  ON CONFLICT (key) DO UPDATE SET refused_at = clock_timestamp(), held_ms = greatest($2, ${heldMs}),
    pace = CASE WHEN ${heldMs} > 0 THEN ${pace} ELSE least(2 * ${pace}, ${slowestPace}) END`

/** Who asks is told that nobody answers; that the database does not is found and said by whoever writes. */
const nobody = (cause: unknown): null => {
  if (cause instanceof StorageFailure) return null
  throw cause
}

export function prepareRateLimiter(read: Ask): SharedRateLimiter {
  return {
    async take(key, { everyMs, atOnce }) {
      const taken = await first(read<Taken>(takePermit, key, everyMs, atOnce)).catch(nobody)
      if (!taken) return null
      if (taken.isTaken) return { waitMs: 0, isHeld: false }
      if ((taken.heldMs ?? 0) > 0) return { waitMs: Math.ceil(taken.heldMs ?? 0), isHeld: true }
      const waitMs = (taken.wholeInMs ?? everyMs * atOnce) - everyMs * (atOnce - 1)
      return { waitMs: Math.max(1, Math.ceil(waitMs)), isHeld: false }
    },
    refused: async (key, pauseMs) => void (await read(slowDown, key, pauseMs).catch(nobody)),
  }
}
