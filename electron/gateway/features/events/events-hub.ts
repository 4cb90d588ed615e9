import type { Readable } from 'node:stream'
import type { StatusEvent } from '../../../../shared/api/operator/record-list.ts'
import type { Access } from '../../http/access.ts'
import type { Call, OperatorHandlers } from '../../http/call.ts'
import type { Log } from '../../ports.ts'
import type { ChangedRecord, Records } from '../../store/port/records.ts'
import type { HealthMonitor, HealthState } from '../health/monitor.ts'
import { healthShown, type SightDeps, seenBy } from '../health/routes.ts'
import type { Changes } from '../records/changes.ts'
import { refuseAhead } from '../records/changes-since.ts'
import { Listener } from './events-listener.ts'

export interface HubDeps extends SightDeps {
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly records: Pick<Records, 'changedAfter' | 'lastEventSeq'>
  readonly changes: Pick<Changes, 'watch'>
  readonly access: Pick<Access, 'stillAdmits'>
  readonly log: Log
}

/** Changes that come together are told together. */
const gatherMs = 50
const tickMs = 1_000
const ticksOfBeat = 15
/** Some of what may be wrong comes with time alone and announces nothing. */
const ticksOfLook = 5
const mostRows = 200
/** A screen that comes back again and again has one at a time; an old one it lost sight of makes room. */
const mostOfOneCaller = 20

/** Tells whoever listens what changes, as it changes. Asks and runs nothing while nobody does. */
export class EventsHub {
  readonly #deps: HubDeps
  readonly #listeners = new Set<Listener>()
  #isChanged = false
  #mustLook = false
  #telling: Promise<void> | null = null
  #ticks = 0
  #stopHearing: (() => void) | null = null
  #ticker: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: HubDeps) {
    this.#deps = deps
  }

  /**
   * @param after the `seq` up to which the caller knows of changes; null for from now on
   * @throws Fault bad_cursor where it is after the last change
   */
  async open(call: Call, after: number | null): Promise<Readable> {
    const newest = await this.#deps.records.lastEventSeq()
    refuseAhead(after ?? newest, newest)
    const listener = new Listener(call, after ?? newest, (gone) => this.#leave(gone))
    const others = [...this.#listeners].filter(({ call: { caller } }) => caller.id === call.caller.id)
    if (others.length >= mostOfOneCaller) others[0]?.end()
    this.#join(listener)
    // First of all where it stands, also where nothing changed.
    listener.tellChanged([])
    this.#change()
    return listener.stream
  }

  /** Everybody is let go: the gateway stops. */
  stop(): void {
    this.#isStopped = true
    for (const listener of this.#listeners) listener.end()
    this.#rest()
  }

  #join(listener: Listener): void {
    this.#listeners.add(listener)
    if (this.#isStopped) return listener.end()
    this.#stopHearing ??= this.#deps.changes.watch(() => this.#change())
    this.#ticker ??= setInterval(() => this.#tick(), tickMs).unref()
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.#rest()
  }

  #rest(): void {
    this.#stopHearing?.()
    this.#stopHearing = null
    clearInterval(this.#ticker)
    this.#ticker = undefined
  }

  #change(): void {
    if (!this.#isChanged) setTimeout(() => this.#tell(), gatherMs).unref()
    this.#isChanged = true
  }

  #tick(): void {
    this.#ticks += 1
    for (const listener of this.#listeners)
      if (!this.#deps.access.stillAdmits(listener.call.caller)) listener.end('ended')
    if (this.#ticks % ticksOfBeat === 0) for (const listener of this.#listeners) listener.beat()
    if (this.#mustLook || this.#ticks % ticksOfLook === 0) this.#logged(this.#tellStatus())
  }

  #tell(): void {
    // One round at a time; what changes meanwhile makes another.
    if (this.#telling) return
    this.#isChanged = false
    this.#mustLook = true
    this.#telling = this.#tellChanges().finally(() => {
      this.#telling = null
      if (this.#isChanged) this.#tell()
    })
    this.#logged(this.#telling)
  }

  /** Listeners that stand at the same place are told from one look. */
  async #tellChanges(): Promise<void> {
    const newest = await this.#deps.records.lastEventSeq()
    const looks = new Map<string, Promise<readonly ChangedRecord[]>>()
    const look = ({ seq, call: { caller } }: Listener) => {
      const key = JSON.stringify([seq, caller.companyGuid, caller.outlets])
      const rows = looks.get(key) ?? this.#deps.records.changedAfter(seq, caller, mostRows)
      looks.set(key, rows)
      return rows
    }
    await Promise.all(
      [...this.#listeners].map(async (listener) => {
        for (let rows = await look(listener); rows.length > 0; ) {
          listener.tellChanged(rows)
          rows = rows.length < mostRows || !this.#listeners.has(listener) ? [] : await look(listener)
        }
        // Told of everything up to here, also where none of it was theirs: that is not looked through again.
        listener.seq = Math.max(listener.seq, newest)
      }),
    )
  }

  async #tellStatus(): Promise<void> {
    this.#mustLook = false
    const state = await this.#deps.monitor.look()
    for (const listener of this.#listeners) {
      const { call } = listener
      listener.tellStatus(statusFor(call, await seenBy(call.caller, state, this.#deps)))
    }
  }

  #logged(telling: Promise<void>): void {
    telling.catch((err: unknown) => this.#deps.log.error({ err }, 'listeners could not be told what changed'))
  }
}

function statusFor(call: Call, state: HealthState): StatusEvent {
  const shown = healthShown(state, call)
  const { verdict, message, unsent, in_doubt, window_closing, oldest_unsent_at, last_contact_at } = shown
  return { verdict, message, unsent, in_doubt, window_closing, oldest_unsent_at, last_contact_at }
}

/**
 * A stream of server-sent events. The bearer is in a header, so a page reads it with `fetch` and not with EventSource,
 * which cannot send one; a token in a URL would end in histories and logs.
 */
export const eventsRoutes = ({ hub }: { readonly hub: Pick<EventsHub, 'open'> }) =>
  ({
    events: async (call) => {
      const { after } = call.query
      const content = await hub.open(call, after === undefined ? null : Number(after))
      // Its end is the end of the connection: a gateway that stops waits for none.
      return { status: 200, headers: { connection: 'close' }, media: { type: 'text/event-stream', content } }
    },
  }) satisfies Partial<OperatorHandlers>
