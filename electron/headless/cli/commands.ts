import type { ParseArgsOptionsConfig } from 'node:util'
import { BadConfiguration, wholeNumber } from '../../gateway/settings/values.ts'
import type { RestingPlace } from './at-rest.ts'
import { type CertificateIssued, saveCertificate } from './certificate.ts'
import { affectedText, allAffected, codesText, refreshText } from './codes.ts'
import { companyCommands } from './companies.ts'
import { consolidationCommands } from './consolidate.ts'
import { evidence, evidenceCheck, evidenceCheckText, evidenceText } from './evidence.ts'
import { exportTo } from './export.ts'
import { fromHere } from './from-here.ts'
import { needed, neededDay, operand, text } from './given.ts'
import { movingCommands } from './moving.ts'
import { operatorCommands } from './operators.ts'
import { doctor, queueAndHealth } from './queue.ts'
import type { Answer, Ask, Reached } from './reach.ts'
import { isWhole, rebuild, rebuiltText } from './rebuild.ts'
import { restore, restoredText } from './restore.ts'
import { sendingCommands } from './sending.ts'
import { doctorText, queueText } from './text.ts'
import { tokenCommands } from './tokens.ts'
import { integrityText, verifyOffline } from './verify.ts'
import { webhookCommands } from './webhooks.ts'

export interface Given {
  /** What stands after the words of the command. */
  readonly operands: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Line by line. */
  readonly stdin: () => Promise<readonly string[]>
}

export interface Command {
  /** As a person types it. */
  readonly usage: string
  readonly about: string
  readonly flags?: ParseArgsOptionsConfig
  /** How many words it takes that no flag names; none where nothing is said. */
  readonly operands?: number
  /** It needs no data directory, or makes one. Every other command is refused where none is: only the gateway makes one. */
  readonly isForNowhere?: boolean
  /** The one call the command is, for nearly all of them. */
  readonly ask?: (given: Given) => Ask | Promise<Ask>
  readonly text?: (body: never) => string
  /** Whether the answer means that all is well; where not, the exit code is 1. */
  readonly isGood?: (body: never) => boolean
  /** A command about the files themselves; null where a gateway runs on them that has to be asked. */
  readonly atRest?: (place: RestingPlace, given: Given) => Promise<Answer | null>
  /** A command that is more than one call. */
  readonly run?: (reached: Reached, given: Given, print: (text: string) => void) => Promise<Answer | null>
}

/** Every command by the words that name it. */
export const commands: Readonly<Record<string, Command>> = {
  ...tokenCommands,
  ...webhookCommands,
  ...companyCommands,
  ...operatorCommands,
  ...sendingCommands,
  queue: {
    usage: 'queue',
    about: 'What is still to be done, and since when.',
    run: (reached) => queueAndHealth(reached),
    text: queueText,
  },
  ...movingCommands,
  ...consolidationCommands,
  'codes list': {
    usage: 'codes list',
    about: 'The reference lists: how many codes, how current, and what changed last.',
    ask: () => ({ method: 'GET', path: '/codes' }),
    text: codesText,
  },
  'codes refresh': {
    usage: 'codes refresh',
    about: 'Fetch the reference lists now, from the tax authority’s pages or RESIT_CODES_URL.',
    ask: () => ({ method: 'POST', path: '/codes/refresh', body: {} }),
    text: refreshText,
    isGood: ({ items }: { readonly items: readonly { readonly kept_because: string | null }[] }) =>
      items.every(({ kept_because }) => kept_because === null),
  },
  'codes affected': {
    usage: 'codes affected [--days 30]',
    about: 'Documents of the last days that use a code which is gone meanwhile.',
    flags: { days: text },
    run: (reached, { flags }) => allAffected(reached, daysOf(flags['days'])),
    text: affectedText,
  },
  doctor: {
    usage: 'doctor',
    about: 'Check everything that can be wrong, a line each.',
    run: (reached) => doctor(reached),
    text: doctorText,
    isGood: ({ verdict }: { readonly verdict: string }) => verdict !== 'bad',
  },
  verify: {
    usage: 'verify',
    about: 'Prove everything that is kept: the journal, the database against it, each record against its history.',
    atRest: verifyOffline,
    ask: () => ({ method: 'GET', path: '/integrity' }),
    text: integrityText,
    isGood: ({ sound }: { readonly sound: boolean }) => sound,
  },
  trust: {
    usage: 'trust --reason TEXT',
    about:
      'Let the gateway send again after something was found in the journal (see “doctor”), and say why. Where a backup was put back that holds unsent documents, sending stays paused until “resume”.',
    flags: { reason: text },
    ask: ({ flags }) => ({ method: 'POST', path: '/journal/trust', body: { reason: needed(flags, 'reason') } }),
    text: ({ message }: { readonly message: string }) => message,
    isGood: (answer: { readonly trusted: boolean }) => answer.trusted,
  },
  seal: {
    usage: 'seal',
    about: 'Prove everything so far; the head code goes on the report of the shift.',
    ask: () => ({ method: 'POST', path: '/journal/seal', body: {} }),
    text: ({ code, lines }: { readonly code: string; readonly lines: number }) => `Head code ${code}, ${lines} lines.`,
  },
  restore: {
    operands: 1,
    usage: 'restore FILE',
    about: 'Put a backup in the place of the database; the one that is there is kept apart. Stop the gateway first.',
    atRest: (place, { operands }) => restore(place, fromHere(operand(operands, 'FILE'))),
    text: restoredText,
  },
  'restore --from-journal': {
    usage: 'restore --from-journal',
    about:
      'Make the database anew from its journal alone; the one that is there is kept apart. Stop the gateway first.',
    atRest: rebuild,
    text: rebuiltText,
    isGood: isWhole,
  },
  backup: {
    operands: 1,
    usage: 'backup FILE',
    about: 'Copy the database into a new file while the gateway works.',
    ask: ({ operands }) => ({ method: 'POST', path: '/backup', body: { file: fromHere(operand(operands, 'FILE')) } }),
    text: ({ file, bytes }: { readonly file: string; readonly bytes: number }) => `${file}: ${bytes} bytes.`,
  },
  export: {
    usage: 'export --from YYYY-MM-DD --to YYYY-MM-DD [--format csv|json]',
    about: 'All records submitted on these days.',
    flags: { from: text, to: text, format: text },
    run: (reached, { flags }, print) =>
      exportTo(print, reached, {
        from: neededDay(flags, 'from'),
        to: neededDay(flags, 'to'),
        format: oneOf(flags['format'] ?? 'csv', ['csv', 'json'] as const),
      }),
  },
  evidence: {
    operands: 1,
    usage: 'evidence --from YYYY-MM-DD --to YYYY-MM-DD FILE.zip',
    about: 'What was sent on these days, when the authority answered, and the proof of it; names and numbers masked.',
    flags: { from: text, to: text },
    atRest: (place, { operands, flags }) =>
      evidence(place, {
        from: neededDay(flags, 'from'),
        to: neededDay(flags, 'to'),
        file: fromHere(operand(operands, 'FILE.zip')),
      }),
    text: evidenceText,
  },
  'evidence-check': {
    isForNowhere: true,
    operands: 1,
    usage: 'evidence-check FILE.zip',
    about: 'Prove a file of evidence by itself, wherever it comes from.',
    atRest: (_, { operands }) => evidenceCheck(fromHere(operand(operands, 'FILE.zip'))),
    text: evidenceCheckText,
    isGood: ({ sound }: { readonly sound: boolean }) => sound,
  },
  'practice fault': {
    operands: 1,
    usage: 'practice fault KIND|JSON|none',
    about: 'Let the practice authority misbehave, to rehearse an outage.',
    ask: ({ operands }) => ({ method: 'POST', path: '/practice/fault', body: faultOf(operand(operands, 'KIND')) }),
    text: ({ kind }: { readonly kind: string }) =>
      kind === 'none' ? 'The practice authority behaves.' : `The practice authority misbehaves: ${kind}.`,
  },
  'practice certificate': {
    operands: 1,
    usage: 'practice certificate CODE --out FILE.p12',
    about: 'A certificate for a company that the practice authority trusts; its password is shown this once.',
    flags: { out: text },
    run: (reached, { operands, flags }) =>
      saveCertificate(reached, operand(operands, 'CODE'), fromHere(needed(flags, 'out'))),
    text: ({ file, password }: CertificateIssued) =>
      `${file}\n${password}\nKeep the password now: it is not shown again.`,
  },
}

/** @param first what the commands begin with; all of them where it is left out, or none begins with it */
export function usage(first?: string): string {
  const all = Object.values(commands)
  const some = all.filter((command) => command.usage.split(' ')[0] === first)
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
const daysOf = (given: string | undefined): string =>
  String(wholeNumber('--days', given, { standard: 30, least: 1, most: 366 }))

function faultOf(given: string): unknown {
  if (!given.startsWith('{')) return { kind: given }
  try {
    return JSON.parse(given)
  } catch (cause) {
    throw new BadConfiguration(`${given} is not JSON.`, { cause })
  }
}
