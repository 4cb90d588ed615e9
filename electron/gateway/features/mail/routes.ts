import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { translate } from '../../../../shared/words/engine.ts'
import { mailWords } from '../../../../shared/words/mail.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock, Log } from '../../ports.ts'
import { loopbackHosts } from '../../settings/values.ts'
import type { Mails } from '../../store/port/mails.ts'
import { findValidatedRecord, type RecordDeps, recordOfCall } from '../records/find.ts'
import type { Mailer } from './mailer.ts'

export interface MailDeps extends Pick<RecordDeps, 'records' | 'view'> {
  readonly mailer: Mailer
  readonly mails: Mails
  readonly mailQueue: { wake(): void }
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  /** Null if a real authority is connected: in practice mode nothing leaves this machine. */
  readonly practice: object | null
}

/** So that a till that was taken over sends no flood from the shop's address. */
const mostOfRecord = 10

export const mailRoutes = (deps: MailDeps) =>
  ({
    mailSettings: async () => ok(await deps.mailer.settings()),
    setMail: async ({ body: { password = null, ...settings }, caller: { by } }) => {
      const { host, sender, automatic } = settings
      if (host !== '' && sender === '') throw validationFailed([{ pointer: '/sender', code: 'bad_email' }])
      if (host !== '' && deps.practice && !loopbackHosts.includes(host))
        throw validationFailed([{ pointer: '/host', code: 'webhook_elsewhere' }])
      await deps.mailer.save(settings, password, { by, at: deps.clock.now() })
      await tryAgain(deps)
      deps.log.warn({ host, automatic }, 'the mail server was set')
      return ok(settings)
    },
    testMail: async ({ body: { address: to }, language }) => {
      const told = (word: 'test_subject' | 'test_text') => translate(mailWords, language, word)
      const message = { name: 'Resit', to, subject: told('test_subject'), text: told('test_text') }
      const { reason } = await deps.mailer.send(message)
      if (reason === null) await tryAgain(deps)
      return ok({ reason })
    },
    mailsOfRecord: async (call) => ok(await mailsShown(deps, (await recordOfCall(deps.records, call)).seq)),
    sendMail: async (call) => {
      const { stored, shown: record } = await findValidatedRecord(deps, call)
      if (record.STATUS !== 'Valid')
        throw new Fault('no_validation_link', { values: { status: record.STATUS }, record })
      if (!(await isSetUp(deps))) throw new Fault('mail_denied', { says: 'mail_off' })
      const mail = { recordSeq: stored.seq, address: call.body.address, at: deps.clock.now(), by: call.caller.by }
      if (!(await deps.mails.ask(mail, mostOfRecord))) throw new Fault('mail_denied', { says: 'mail_enough' })
      deps.mailQueue.wake()
      return ok(await mailsShown(deps, stored.seq))
    },
  }) satisfies Partial<OperatorHandlers>

const tryAgain = ({ mails, mailQueue }: MailDeps) => mails.tryAgain().then(() => mailQueue.wake())

const isSetUp = async ({ mailer }: MailDeps) => (await mailer.settings()).host !== ''

const mailsShown = async (deps: MailDeps, seq: number) => ({
  is_set_up: await isSetUp(deps),
  items: (await deps.mails.of(seq)).map(({ at, ...mail }) => ({ ...mail, at: toIsoTime(at) })),
})
