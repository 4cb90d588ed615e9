import type { OutletHealth } from '../../../../shared/api/operator/health.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import type { WorkKind } from '../../../../shared/domain/status.ts'
import type { Log } from '../../ports.ts'
import { type HealthMonitor, type HealthState, verdictOf } from '../health/monitor.ts'

export interface ReportingDeps {
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly version: string
  /** @throws if the head office did not take it */
  readonly send: (report: OutletHealth) => Promise<void>
  readonly log: Log
}

const everyMs = 60_000

/** Sales never wait for this. */
export class OutletReporting {
  readonly #deps: ReportingDeps
  #timer: NodeJS.Timeout | undefined
  #isHeard = true

  constructor(deps: ReportingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => void this.tell(false), everyMs)
    this.#timer.unref()
    void this.tell(false)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    if (this.#timer !== undefined) await this.tell(true)
  }

  /** If the head office does not answer, the next try is in a minute; the log says it once. */
  async tell(isClosing: boolean): Promise<void> {
    const { monitor, version, send, log } = this.#deps
    try {
      await send({ ...reportOf(await monitor.look()), version, closing: isClosing })
      this.#isHeard = true
    } catch (err) {
      if (this.#isHeard) log.info({ err }, 'the head office was not told how this outlet stands')
      this.#isHeard = false
    }
  }
}

function reportOf({ facts, alerts }: HealthState): Omit<OutletHealth, 'version' | 'closing'> {
  const { at, backlog } = facts
  const ofWork = (wanted: WorkKind) => backlog?.lanes.filter(({ work }) => work === wanted) ?? []
  const sum = (counts: Iterable<number>) => (backlog ? [...counts].reduce((all, count) => all + count, 0) : null)
  const oldestAt = Math.min(...ofWork('send').map((lane) => lane.oldestAt))
  return {
    at: toIsoTime(at),
    verdict: verdictOf(alerts),
    alerts: alerts.map(({ code }) => code),
    unsent: sum(ofWork('send').map(({ count }) => count)),
    oldest_unsent_at: Number.isFinite(oldestAt) ? toIsoTime(oldestAt) : null,
    in_doubt: sum(ofWork('look_up').map(({ count }) => count)),
    unconsolidated: sum((backlog?.unconsolidated ?? []).map(({ count }) => count)),
    needs_person: sum(backlog?.needy.values() ?? []),
  }
}
