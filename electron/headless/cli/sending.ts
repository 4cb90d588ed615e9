import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { dataPathsIn } from '../../gateway/installation/data-dir.ts'
import { isRetired } from '../../gateway/installation/marks.ts'
import { BadConfiguration, type Environment } from '../../gateway/settings/values.ts'
import { type DataDirAndEnv, readStore } from './at-rest.ts'
import type { GatewayClient } from './calls-over.ts'
import {
  apiCommand,
  asTable,
  type Command,
  type CommandInput,
  defineCommand,
  requireOperand,
  unchecked,
} from './command.ts'

const sendingText = ({ everything, companies }: OperatorAnswer<'sending'>): string =>
  asTable(
    [...(everything ? [{ ...everything, company: 'all' }] : []), ...companies],
    ['company', 'since', 'by', 'reason'],
    'Nothing is paused.',
  )

type QueueAndHealth = OperatorAnswer<'queue'> & { readonly health: OperatorAnswer<'health'> }

const notRunning = 'No gateway runs on this data directory: nothing is sent until one is started.'

async function queueAndHealth(reached: GatewayClient): Promise<QueueAndHealth> {
  const [queue, health] = await Promise.all([reached.call('queue', {}), reached.call('health', {})])
  return { ...queue, health: { ...health, ...(!reached.isRunning && { message: notRunning }) } }
}

async function doctor(reached: GatewayClient): Promise<OperatorAnswer<'doctor'>> {
  const found = await reached.call('doctor', {})
  if (reached.isRunning) return found
  const { checks, verdict } = found
  // A gateway inside this process never sends.
  const others = checks.filter(({ name }) => name !== 'sending')
  const sending = { name: 'sending', verdict: 'warning', message: notRunning } as const
  return { verdict: verdict === 'good' ? 'warning' : verdict, checks: [sending, ...others] }
}

const queueText = ({ health, ...queue }: QueueAndHealth): string =>
  [
    health.message,
    `unsent ${queue.unsent}${queue.oldest_unsent_at ? `, the oldest since ${queue.oldest_unsent_at}` : ''}`,
    ...(queue.unconsolidated > 0 ? [`waiting for a consolidated document ${queue.unconsolidated}`] : []),
    `in doubt ${queue.in_doubt}`,
    `last answer of the authority ${health.last_contact_at ?? 'none since the start'}`,
    ...queue.lanes.map(({ company, work, count, next_at }) => `  ${company}  ${work}  ${count}  next ${next_at}`),
    ...Object.entries(queue.attention).map(([code, count]) => `needs a person: ${code} ${count}`),
    ...queue.block_reasons.map(({ company, since, message }) => `${company} since ${since}: ${message}`),
    ...health.alerts.map(({ since, message }) => `${since}: ${message}`),
  ].join('\n')

const marks = { good: 'ok  ', warning: 'warn', bad: 'BAD ' } as const

const doctorText = ({ checks }: OperatorAnswer<'doctor'>): string =>
  checks.map(({ name, verdict, message }) => `${marks[verdict]}  ${name}: ${message}`).join('\n')

const nothing = {
  unsent: 0,
  /** Receipts for a consolidated document. */
  unconsolidated: 0,
  in_doubt: 0,
  under_way: 0,
}
type Unsent = Readonly<typeof nothing>

const sumOf = (some: readonly { readonly count: number }[]): number => some.reduce((sum, { count }) => sum + count, 0)

/** Null if a gateway must be asked. */
async function unsentAtRest(place: DataDirAndEnv, { flags }: CommandInput): Promise<Unsent | null> {
  if (flags['everybody'] !== undefined) return ofEverybody(place.env)
  // Must not create a data directory.
  const dataDir = dataPathsIn(place.dataDir)
  return !existsSync(dataDir.database) || isRetired(dataDir) ? nothing : null
}

async function whatIsUnsent(reached: GatewayClient): Promise<Unsent> {
  const { unsent, unconsolidated, in_doubt, lanes } = await reached.call('queue', {})
  return { unsent, unconsolidated, in_doubt, under_way: sumOf(lanes) - unsent - in_doubt }
}

/** Only reads. @throws Error if one of the accounts cannot be read */
async function ofEverybody(env: Environment): Promise<Unsent> {
  const sum = { ...nothing }
  for (const path of dataDirsOfEverybody(env)) {
    const one = await unsentIn(path)
    for (const key of Object.keys(sum) as (keyof Unsent)[]) sum[key] += one[key]
  }
  return sum
}

/** Profiles are beside the public one. Data of all users is in ProgramData. */
function dataDirsOfEverybody({ PUBLIC, ProgramData }: Environment): readonly string[] {
  const profiles = dirname(PUBLIC ?? 'C:\\Users\\Public')
  const own = readdirSync(profiles).map((name) => join(profiles, name, 'AppData', 'Local', 'Resit'))
  return [...own, join(ProgramData ?? 'C:\\ProgramData', 'Resit')]
}

async function unsentIn(path: string): Promise<Unsent> {
  const dataDir = dataPathsIn(path)
  if (!existsSync(dataDir.database) || isRetired(dataDir)) return nothing
  return readStore(dataDir, async ({ schedule, consolidations }) => {
    const [lanes, receipts] = [await schedule.lanes(), await consolidations.waiting()]
    const unsent = sumOf(lanes.filter(({ work }) => work === 'send' || work === 'release'))
    const in_doubt = sumOf(lanes.filter(({ work }) => work === 'look_up'))
    return { unsent, unconsolidated: sumOf(receipts), in_doubt, under_way: sumOf(lanes) - unsent - in_doubt }
  })
}

const unsentText = ({ unsent, unconsolidated, in_doubt, under_way }: Unsent): string =>
  `unsent ${unsent}, waiting for a consolidated document ${unconsolidated}, in doubt ${in_doubt}, under way ${under_way}`

export const sendingCommands: Readonly<Record<string, Command>> = {
  queue: defineCommand({
    about: 'What is still to be done, and since when.',
    run: () => queueAndHealth,
    text: queueText,
  }),
  unsent: defineCommand({
    isForNowhere: true,
    usage: '[--everybody]',
    about:
      'Whether the tax authority has everything; the exit code is 0 where it does, for an uninstaller. On Windows an administrator may ask for all accounts of the computer.',
    atRest: unsentAtRest,
    run: () => whatIsUnsent,
    text: unsentText,
    isGood: (unsent) => Object.values(unsent).every((count) => count === 0),
  }),
  doctor: defineCommand({
    about: 'Check everything that can be wrong, a line each.',
    run: () => doctor,
    text: doctorText,
    isGood: ({ verdict }) => verdict !== 'bad',
  }),
  pause: apiCommand('pauseSending', {
    usage: '[--company CODE] [--reason TEXT]',
    about: 'Keep documents and send none, of one company or of all, until “resume”.',
    ask: ({ flags }) => ({ body: unchecked(flags) }),
    text: sendingText,
  }),
  resume: apiCommand('resumeSending', {
    usage: '[--company CODE]',
    about: 'Send again what a pause kept back.',
    ask: ({ flags }) => ({ body: unchecked(flags) }),
    text: sendingText,
  }),
  'practice fault': apiCommand('practiceFault', {
    usage: 'KIND|JSON|none',
    about: 'Let the practice authority misbehave, to rehearse an outage.',
    ask: ({ operands }) => ({ body: faultOf(requireOperand(operands, 'KIND')) }),
    text: ({ kind }) =>
      kind === 'none' ? 'The practice authority behaves.' : `The practice authority misbehaves: ${kind}.`,
  }),
}

function faultOf(given: string): OperatorAsk<'practiceFault'>['body'] {
  if (!given.startsWith('{')) return { kind: given }
  try {
    return unchecked(JSON.parse(given))
  } catch (cause) {
    throw new BadConfiguration(`${given} is not JSON.`, { cause })
  }
}
