import type { Turns } from '../../store/port/processes.ts'
import { StorageFailure } from '../../store/refusal.ts'
import { type Ask, first } from '../ask.ts'

interface Taken {
  readonly isTaken: boolean
  /** Until all turns have come again, as it was when the statement began; null where nobody had taken any. */
  readonly wholeInMs: number | null
}

/**
 * A bucket as one instant: that at which it is whole again. Each turn moves it on by what one takes to come again, and
 * there is one while that is not further away than all but one of them.
 *
 * The server's clock is read under the lock of the row. Where it was set back, the instant is further away than it can
 * be: the bucket is taken for empty then, and nobody waits until the clock has come there again.
 *
 * A commit that does not wait for the disk: a server that loses its last half second has forgotten a turn or two, and
 * what is submitted is claimed after its turn, by a commit that waits.
 */
const takeTurn = `
  WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)),
  taken AS (
    INSERT INTO turn AS t (key, whole_at)
    SELECT $1, clock_timestamp() + $2::float8 * interval '1 millisecond' FROM quick
    ON CONFLICT (key) DO UPDATE SET whole_at = least(
      greatest(t.whole_at, clock_timestamp()) + $2::float8 * interval '1 millisecond',
      clock_timestamp() + $2::float8 * $3::float8 * interval '1 millisecond')
    WHERE t.whole_at <= clock_timestamp() + $2::float8 * ($3::float8 - 1) * interval '1 millisecond'
      OR t.whole_at > clock_timestamp() + $2::float8 * ($3::float8 + 1) * interval '1 millisecond'
    RETURNING key)
  SELECT EXISTS (SELECT FROM taken) AS "isTaken",
    (SELECT extract(epoch FROM whole_at - clock_timestamp())::float8 * 1000 FROM turn WHERE key = $1) AS "wholeInMs"`

export function prepareTurns(read: Ask): Turns {
  return {
    async take(key, { everyMs, atOnce }) {
      const taken = await first(read<Taken>(takeTurn, key, everyMs, atOnce)).catch((cause: unknown) => {
        // Who asks is told that nobody answers; that the database does not is found and said by whoever writes.
        if (cause instanceof StorageFailure) return null
        throw cause
      })
      if (!taken) return null
      if (taken.isTaken) return 0
      return Math.max(1, Math.ceil((taken.wholeInMs ?? everyMs * atOnce) - everyMs * (atOnce - 1)))
    },
  }
}
