import type { OperatorAsk } from '../../../shared/api/operator-client.ts'
import { BadConfiguration, valueOf, wholeNumber } from '../../gateway/settings/values.ts'
import { type CertificateIssued, saveCertificate } from './certificate.ts'
import { affectedText, allAffected, codesText, refreshText } from './codes.ts'
import { type Command, calling, command } from './command.ts'
import { companyCommands } from './companies.ts'
import { consolidationCommands } from './consolidate.ts'
import { exportDocumentsTo, writtenText } from './documents.ts'
import { exportTo } from './export.ts'
import { fromHere } from './from-here.ts'
import { asTyped, needed, neededDay, operand, text } from './given.ts'
import { operatorCommands } from './operators.ts'
import { doctor, queueAndHealth } from './queue.ts'
import { isWhole, restore, restoredText } from './restore.ts'
import { retireInto } from './retire.ts'
import { sendingCommands } from './sending.ts'
import { doctorText, queueText } from './text.ts'
import { tokenCommands } from './tokens.ts'
import { unsentCommand } from './unsent.ts'
import { type Integrity, integrityText, verifyOffline } from './verify.ts'
import { type FileProof, fileProofText, verifyFile } from './verify-file.ts'
import { webhookCommands } from './webhooks.ts'

/** Every command by the words that name it. */
export const commands: Readonly<Record<string, Command>> = {
  ...tokenCommands,
  ...webhookCommands,
  ...companyCommands,
  ...operatorCommands,
  ...sendingCommands,
  queue: command({
    usage: 'queue',
    about: 'What is still to be done, and since when.',
    run: (reached) => queueAndHealth(reached),
    text: queueText,
  }),
  unsent: unsentCommand,
  retire: command({
    operands: 1,
    usage: 'retire FILE',
    about:
      'Write everything into a backup for another computer; from then on this installation never sends again. Stop the gateway first.',
    atRest: (place, { operands }) => retireInto(place, fromHere(operand(operands, 'FILE'))),
    text: ({ file }) =>
      `Everything is in ${file}, and this installation never sends again. Restore that file on the other computer.`,
  }),
  ...consolidationCommands,
  'codes list': calling('listCodes', {
    usage: 'codes list',
    about: 'The reference lists: how many codes, how current, and what changed last.',
    ask: () => ({}),
    text: codesText,
  }),
  'codes refresh': calling('refreshCodes', {
    usage: 'codes refresh',
    about: 'Fetch the reference lists now, from the tax authority’s pages or RESIT_CODES_URL.',
    ask: () => ({ body: {} }),
    text: refreshText,
    isGood: ({ items }) => items.every(({ kept_because }) => kept_because === null),
  }),
  'codes affected': command({
    usage: 'codes affected [--days 30]',
    about: 'Documents of the last days that use a code which is gone meanwhile.',
    flags: { days: text },
    run: (reached, { flags }) => allAffected(reached, daysOf(flags['days'])),
    text: affectedText,
  }),
  doctor: command({
    usage: 'doctor',
    about: 'Check everything that can be wrong, a line each.',
    run: (reached) => doctor(reached),
    text: doctorText,
    isGood: ({ verdict }) => verdict !== 'bad',
  }),
  verify: command<Integrity | FileProof>({
    operands: 1,
    isForNowhere: 'with an operand',
    usage: 'verify [--whole] [FILE]',
    about:
      'Prove what is kept, or with FILE a file of “export --documents”, on any computer: the chain of the journal, each line against the rows it tells of, each record against its history. A gateway that works proves everything by itself once a day; then it is only asked for what came since, unless --whole. While none works, all of it.',
    flags: { whole: { type: 'boolean' } },
    atRest: (place, { operands: [file] }) => (file === undefined ? verifyOffline(place) : verifyFile(fromHere(file))),
    run: (reached, { flags }) =>
      reached.call('verify', { query: { extent: flags['whole'] ? 'whole' : 'since_proved' } }),
    text: (body) => ('fingerprint' in body ? fileProofText(body) : integrityText(body)),
    isGood: ({ sound }) => sound,
  }),
  trust: calling('trustJournal', {
    usage: 'trust --reason TEXT',
    about:
      'Let the gateway send again after something was found in the journal (see “doctor”), and say why. Where a backup was put back that holds unsent documents, sending stays paused until “resume”.',
    flags: { reason: text },
    ask: ({ flags }) => ({ body: { reason: needed(flags, 'reason') } }),
    text: ({ message }) => message,
    isGood: ({ trusted }) => trusted,
  }),
  restore: command({
    operands: 1,
    usage: 'restore [FILE]',
    about:
      'Put the continuous copy in the place of the database, or a backup (FILE), or the copy in a folder (FILE); the database that is there is kept apart. Stop the gateway first.',
    atRest: (place, { operands: [file] }) => restore(place, file === undefined ? null : fromHere(file)),
    text: restoredText,
    isGood: isWhole,
  }),
  backup: calling('backup', {
    operands: 1,
    usage: 'backup FILE',
    about: 'Copy the database into a new file while the gateway works.',
    ask: ({ operands }) => ({ body: { file: fromHere(operand(operands, 'FILE')) } }),
    text: ({ file, bytes }) => `${file}: ${bytes} bytes.`,
  }),
  'export --documents': command({
    operands: 1,
    usage: 'export --documents --from YYYY-MM-DD --to YYYY-MM-DD FILE',
    about:
      'Everything of these days in one file that proves itself: what tills sent, every document that was sent, every answer and every line of the journal, with names and numbers. For an auditor.',
    flags: { from: text, to: text },
    run: (reached, { operands, flags }) =>
      exportDocumentsTo(reached, {
        from: neededDay(flags, 'from'),
        to: neededDay(flags, 'to'),
        file: fromHere(operand(operands, 'FILE')),
      }),
    text: writtenText,
  }),
  export: command({
    usage: 'export --from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json]',
    about: 'All records of sales of these days, the oldest sale first.',
    flags: { from: text, to: text, format: text },
    run: (reached, { flags }, print) =>
      exportTo(print, reached, {
        from: neededDay(flags, 'from'),
        to: neededDay(flags, 'to'),
        format: oneOf(flags['format'] ?? 'csv', ['csv', 'json'] as const),
      }),
  }),
  'practice fault': calling('practiceFault', {
    operands: 1,
    usage: 'practice fault KIND|JSON|none',
    about: 'Let the practice authority misbehave, to rehearse an outage.',
    ask: ({ operands }) => ({ body: faultOf(operand(operands, 'KIND')) }),
    text: ({ kind }) =>
      kind === 'none' ? 'The practice authority behaves.' : `The practice authority misbehaves: ${kind}.`,
  }),
  'practice certificate': command({
    operands: 1,
    usage: 'practice certificate CODE --out FILE.p12',
    about: 'A certificate for a company that the practice authority trusts; its password is shown this once.',
    flags: { out: text },
    run: (reached, { operands, flags }) =>
      saveCertificate(reached, operand(operands, 'CODE'), fromHere(needed(flags, 'out'))),
    text: ({ file, password }: CertificateIssued) =>
      `${file}\n${password}\nKeep the password now: it is not shown again.`,
  }),
}

/** @param first what the commands begin with; all of them where it is left out, or none begins with it */
export function usage(first?: string): string {
  const all = Object.values(commands)
  const some = all.filter((each) => each.usage.split(' ')[0] === first)
  return [
    'resit <command> [--data-dir DIR] [--json]',
    ...(some.length > 0 ? some : all).map(({ usage: typed, about }) => `  ${typed}\n      ${about}`),
  ].join('\n')
}

function oneOf<Value extends string>(given: string, allowed: readonly Value[]): Value {
  const value = allowed.find((each) => each === given)
  if (value === undefined) throw new BadConfiguration(`“${given}” is not one of ${allowed.join(', ')}.`)
  return value
}

/** @throws BadConfiguration */
const daysOf = (given: string | undefined): string => String(valueOf('--days', wholeNumber(1, 366).default(30), given))

/** Which faults there are the practice authority knows. */
function faultOf(given: string): OperatorAsk<'practiceFault'>['body'] {
  if (!given.startsWith('{')) return { kind: given }
  try {
    return asTyped(JSON.parse(given))
  } catch (cause) {
    throw new BadConfiguration(`${given} is not JSON.`, { cause })
  }
}
