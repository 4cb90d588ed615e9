import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { hasAlertEnded, isQuietAt, shouldTellStart } from '../../../../shared/domain/alert-telling.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { say } from '../../../../shared/words/words.ts'
import type { Log } from '../../ports.ts'
import type { Act, Store, ToldAlert } from '../../store/port/port.ts'
import { alertKeyOf } from '../health/evaluate-alerts.ts'
import type { HealthState, RaisedAlert } from '../health/monitor.ts'
import type { Mailer } from '../mail/mailer.ts'

export interface AlertNotifierDeps extends Pick<Store, 'companies' | 'toldAlerts' | 'webhooks'> {
  readonly dispatch: { wake(): void }
  readonly mailer: Pick<Mailer, 'settings'>
  /** Of the sender; null if another process tells. */
  readonly generation: () => number | null
  readonly log: Log
}

const usualTimeZone = 'Asia/Kuala_Lumpur'

/** Tells alerts outside of this computer: once when one begins, and once when it ends. */
export class AlertNotifier {
  readonly #deps: AlertNotifierDeps
  /** When this process last saw each alert stand. */
  readonly #seenAt = new Map<string, EpochMs>()
  #telling: Promise<void> | null = null
  #isStopped = false

  constructor(deps: AlertNotifierDeps) {
    this.#deps = deps
  }

  /** A look that comes while the last one is still told is left out. */
  async tell(state: HealthState): Promise<void> {
    const { backlog, storage } = state.facts
    const generation = this.#deps.generation()
    if (this.#isStopped || this.#telling || generation === null || backlog === null) return
    // What the store cannot note could be told again and again.
    if (storage.state !== 'sound') return
    this.#telling = this.#tell(state, generation)
      .catch((err: unknown) => this.#deps.log.error({ err }, 'alerts could not be told'))
      .finally(() => {
        this.#telling = null
      })
    await this.#telling
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#telling
  }

  async #tell({ facts, alerts }: HealthState, generation: number): Promise<void> {
    const { toldAlerts, webhooks, dispatch, companies, mailer } = this.#deps
    const { at, awakeMs } = facts
    const standing = new Map(alerts.map((alert) => [alertKeyOf(alert), alert]))
    for (const cause of standing.keys()) this.#seenAt.set(cause, at)
    const told = new Map((await toldAlerts.list()).map((each) => [each.cause, each]))
    const open = [...told.values()].filter(({ endedAt }) => endedAt === null)
    if (standing.size + open.length === 0) return
    const { host, alerts_to: mailTo, quiet_hours: quietHours } = await mailer.settings()
    const isMailed = host !== '' && mailTo !== ''
    if (!isMailed && (await webhooks.targets()).every(({ companyGuid }) => companyGuid !== null))
      return open.length === 0 ? undefined : toldAlerts.forgetOpen()
    const [company] = await companies.list()
    const isQuiet = isQuietAt(quietHours, at, company?.profile.timeZone ?? usualTimeZone)
    const note = (now: ToldAlert, was: ToldAlert | null) =>
      toldAlerts
        .tell(now, was, { act: actOf(now), mailTo: isMailed ? mailTo : '' }, generation)
        .then(() => dispatch.wake())
    for (const [cause, alert] of standing) {
      const was = told.get(cause) ?? null
      if (!shouldTellStart(alert, was, { at, isQuiet })) continue
      await note({ cause, alert: JSON.stringify(shown(alert)), toldAt: at, endedAt: null }, was)
    }
    for (const was of isQuiet ? [] : open)
      if (!standing.has(was.cause) && hasAlertEnded(this.#seenAt.get(was.cause), at, awakeMs))
        await note({ ...was, endedAt: at }, was)
  }
}

const shown = ({ code, verdict, since, values }: RaisedAlert) => ({
  code,
  verdict,
  company: values['company'] ?? null,
  since: toIsoTime(since),
  message: say('en', 'alert', code, values),
  values,
})

const actOf = ({ alert, toldAt, endedAt }: ToldAlert): Act => ({
  at: endedAt ?? toldAt,
  by: 'gateway',
  type: endedAt === null ? 'alert_began' : 'alert_ended',
  facts: JSON.parse(alert) as Act['facts'],
})
