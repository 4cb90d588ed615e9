import type pg from 'pg'
import type { CommitNews } from '../store/port/processes.ts'
import type { Query } from './query.ts'

/** The first news is sent at once, later ones together after this time. */
const restMs = 200

const channel = 'resit_news'
/** News has nothing to store, so its commit does not wait for the disk. */
const sayNews = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  SELECT pg_notify('${channel}', $1) FROM quick`

interface Own {
  /** Apart from the writer's. */
  readonly ask: Query
  readonly own: string
  /** Starts keeping a connection to listen on. */
  readonly begin: () => void
}

export type CommitNotifications = ReturnType<typeof createCommitNotifications>

/**
 * Tells other processes that this one has committed, and hears their news. It is apart from the writes, so that they
 * cost no more. News may be lost, for example if the process is killed, so processes also ask at intervals. After a
 * lost connection there may be news.
 */
export function createCommitNotifications({ ask, own, begin }: Own) {
  let heard: (() => void) | null = null
  const saying = spaced(() => void ask(sayNews, own).catch(() => undefined))
  const telling = spaced(() => heard?.())
  return {
    say: saying.run,
    listen(listener: () => void): void {
      heard = listener
      begin()
    },
    async hearOn(client: pg.Client): Promise<void> {
      client.on('notification', ({ payload }) => {
        if (payload !== own) telling.run()
      })
      await client.query(`LISTEN ${channel}`)
      telling.run()
    },
    stop(): void {
      saying.stop()
      telling.stop()
    },
  } satisfies CommitNews & Readonly<Record<string, unknown>>
}

/** Runs at once after a rest; calls that come meanwhile run once after the next. */
function spaced(task: () => void) {
  let resting: NodeJS.Timeout | undefined
  let isMore = false
  let isStopped = false
  const run = (): void => {
    isMore = resting !== undefined
    if (isMore || isStopped) return
    task()
    resting = setTimeout(() => {
      resting = undefined
      if (isMore) run()
    }, restMs).unref()
  }
  return {
    run,
    stop(): void {
      isStopped = true
      clearTimeout(resting)
    },
  }
}
