import { type CodeListId, codeListIds } from '../../../shared/document/codes.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Codes } from '../features/codes/codes.ts'
import type { OpenSessions } from '../features/people/sessions.ts'
import type { ChangeNotifier } from '../features/records/changes.ts'
import type { SendingPauses } from '../features/sending/sending-pauses.ts'
import type { WebhookDispatch } from '../features/webhooks/dispatch.ts'
import type { Access } from '../http/access.ts'
import type { CredentialStore } from '../installation/credentials.ts'
import type { SharedSecrets } from '../installation/shared-secrets.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { RepeatingTask } from '../outbox/repeating-task.ts'
import type { Clock, Log } from '../ports.ts'
import type { Act, Store } from '../store/port/port.ts'
import type { CommitNews } from '../store/port/processes.ts'

interface Remembered {
  readonly store: Pick<Store, 'acts' | 'codes' | 'records'>
  readonly news?: CommitNews | undefined
  /** Absent if this process shares no secrets. */
  readonly shared?: Pick<SharedSecrets, 'newerThan'>
  readonly pauses: SendingPauses
  readonly access: Pick<Access, 'forget'>
  readonly sessions: Pick<OpenSessions, 'changedAnywhere'>
  readonly codes: Codes
  readonly credentials: Pick<CredentialStore, 'forget'>
  readonly outbox: Pick<Outbox, 'mended' | 'look'>
  readonly changes: Pick<ChangeNotifier, 'announce' | 'isAwaited'>
  readonly dispatch: Pick<WebhookDispatch, 'wake'>
  readonly clock: Clock
  readonly log: Log
}

/** The longest time after which a change by another process is noticed. */
const lookMs = 1_000
/** Code lists change a few times a year, so they are looked at once a minute. */
const looksForCodes = 60
const mostAtOnce = 200
/** A refresh writes an entry for every list. */
const anyList: CodeListId = codeListIds[0]

const changesPauses: ReadonlySet<string> = new Set(['sending_paused', 'sending_resumed'])
/** Everything that is done to a person after the first entry. */
const changesPerson = /^operator_(?!created)/

/**
 * Keeps the caches of this process right while other processes change the store: pauses, revoked tokens, rights of
 * people, code lists, credentials. It also wakes webhooks and callers that wait. It reads the logs of acts and events;
 * entries of this process are among them and change nothing. It must exist before any caller is let in.
 */
export async function followOtherProcesses(remembered: Remembered): Promise<RepeatingTask> {
  const { store, shared, codes, pauses, changes, dispatch, credentials, outbox, news } = remembered
  const [newest] = await store.acts.latest(null, 1)
  let seen = newest?.seq ?? 0
  let told = await store.records.lastEventSeq()
  // The pauses were read before the newest act.
  let arePausesOld = true
  let looks = 0
  // Older secrets are read when they are first needed.
  let newestSecret = (await shared?.newerThan(0))?.at(-1)?.version ?? 0
  let triedAt: EpochMs | null = null

  const followCodes = async () => {
    const [last] = await store.codes.tries(anyList, 1)
    if (!last || last.at === triedAt) return
    codes.take((await store.codes.all()).filter((state) => codes.isOlderThan(state)))
    triedAt = last.at
  }
  const followSecrets = async () => {
    for (const { name, version } of (await shared?.newerThan(newestSecret)) ?? []) {
      const companyGuid = credentials.forget(name)
      if (companyGuid !== null) outbox.mended(companyGuid)
      newestSecret = version
    }
  }
  const tell = async () => {
    const last = await store.records.lastEventSeq()
    if (last > told) {
      dispatch.wake()
      outbox.look()
    }
    const changed =
      changes.isAwaited && last > told ? await store.records.changedAfter(told, { companyGuid: null }, mostAtOnce) : []
    for (const { record } of changed) changes.announce(record)
    told = changed.length === mostAtOnce ? (changed.at(-1)?.eventSeq ?? last) : last
  }
  const round = async () => {
    const acts = await store.acts.list(seen, mostAtOnce)
    for (const act of acts) takeIn(act, remembered)
    seen = acts.at(-1)?.seq ?? seen
    if (acts.some(({ type }) => changesPauses.has(type))) arePausesOld = true
    if (arePausesOld) arePausesOld = !(await pauses.readAgain())
    if (looks % looksForCodes === 0) await followCodes()
    await followSecrets()
    await tell()
    looks += 1
    return acts.length === mostAtOnce ? 0 : lookMs
  }
  const worker = new RepeatingTask('other processes', round, remembered)
  worker.poke()
  news?.listen(() => worker.poke())
  return worker
}

function takeIn(act: Act, { access, sessions, outbox }: Remembered): void {
  const id = String(act.facts['id'])
  if (act.type === 'sending_tried') outbox.mended(String(act.facts['company_guid']))
  if (act.type === 'token_revoked') access.forget(id)
  if (changesPerson.test(act.type)) sessions.changedAnywhere(id)
}
