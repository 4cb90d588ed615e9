import { existsSync, readFileSync } from 'node:fs'
import { type AskParts, callEndpoint, type Fetch } from '../../../shared/api/call.ts'
import { type OperatorCall, operator } from '../../../shared/api/operator.ts'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { operatorBase } from '../../gateway/compose/routes.ts'
import { sqliteIn } from '../../gateway/compose/sqlite.ts'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import { type DataDir, openDataDir } from '../../gateway/installation/data-dir.ts'
import { demoCompany, demoNames } from '../../gateway/installation/demo-company.ts'
import { bindToAuthority, boundAuthority, makeDemoCompany } from '../../gateway/installation/installation.ts'
import { namedPort, whoListens } from '../../gateway/installation/proof.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { systemClock } from '../../gateway/platform/system.ts'
import { readSettings } from '../../gateway/settings/settings.ts'
import type { Environment } from '../../gateway/settings/values.ts'
import type { Store } from '../../gateway/store/port/port.ts'
import { isReadOnly, openStoreToRead } from '../../gateway/store/recovery/storage-reading.ts'
import { StoreRefusal, troubleOf } from '../../gateway/store/refusal.ts'
import { openSqliteStore } from '../../gateway/store/sqlite-store.ts'
import { processPorts } from '../process-ports.ts'
import { patientFetch } from './patient-fetch.ts'

/** A gateway that a command can be put to, wherever it runs. */
export interface Reached {
  /** Whether it is there for tills; one inside this process is there for this command alone. */
  readonly isRunning: boolean
  /** @throws GatewayProblem where it refuses */
  call<Id extends OperatorCall>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>>
  close(): Promise<void>
}

/**
 * The gateway that runs on the data directory; where none does, one inside this process that sends nothing.
 * @throws StoreRefusal where the directory is in use and its gateway does not answer
 */
export async function reachGateway(dataDirFlag: string | undefined, env: Environment): Promise<Reached> {
  const settings = readSettings(dataDirFlag === undefined ? [] : ['--data-dir', dataDirFlag], {
    ...env,
    RESIT_AUTHORITY: 'practice',
  })
  const dataDir = openDataDir(settings.dataDir)
  const port = existsSync(dataDir.controlToken) ? namedPort(dataDir.discovery) : null
  switch (port === null ? 'nobody' : await whoListens(port, dataDir)) {
    case 'proven':
      return runningGateway(dataDir, port ?? 0, env)
    case 'nobody':
      return ownGateway(dataDir, env)
    case 'unproven':
      return besideForeignProgram(dataDir, port ?? 0, env)
  }
}

const language = (env: Environment) =>
  (env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? 'en').split(/[_.]/)[0] ?? 'en'

const foreignProgramAt = (port: number, { discovery }: DataDir): string =>
  `The program that answers at port ${port} does not prove that it is the gateway that ${discovery} names; nothing was sent to it.`

/**
 * The file of a gateway that was killed stays behind, and its port is anybody's to take. Where no gateway has the
 * database, the command needs none.
 */
async function besideForeignProgram(dataDir: DataDir, port: number, env: Environment): Promise<Reached> {
  const sentence = foreignProgramAt(port, dataDir)
  try {
    const reached = await ownGateway(dataDir, env)
    process.stderr.write(`${sentence} No gateway runs on this data directory: the command works on its files.\n`)
    return reached
  } catch (cause) {
    if (!(cause instanceof StoreRefusal) || cause.reason !== 'held_by_another') throw cause
    const told = `${sentence} The gateway that runs on this data directory is another or hangs: stop it, start it again, then try again (${cause.message}`
    throw new StoreRefusal(cause.reason, `${told})`, { cause })
  }
}

/** The operator API, however its requests travel. @param token asked for before each: it changes with the gateway */
const callsOver =
  (fetch: Fetch, baseUrl: string, { env, token }: { readonly env: Environment; readonly token: () => string }) =>
  async <Id extends OperatorCall>(id: Id, ask: OperatorAsk<Id>): Promise<OperatorAnswer<Id>> => {
    const options = { baseUrl: `${baseUrl}${operatorBase}`, token: token(), language: language(env), fetch }
    return (await callEndpoint(operator[id], ask, options)) as OperatorAnswer<Id>
  }

function runningGateway(dataDir: DataDir, port: number, env: Environment): Reached {
  const proven: Fetch = async (url, init) => {
    // Before each: a command may take a while, and bodies hold PINs and secrets.
    if ((await whoListens(port, dataDir)) !== 'proven')
      throw new Error(
        `The gateway at port ${port} has ended meanwhile; nothing was sent to whoever is there. Try again.`,
      )
    return patientFetch(url, init).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      const told = `The gateway at port ${port} broke off before it had answered (${why}).`
      throw new Error(`${told} What was asked may be done: look before you ask again.`, { cause })
    })
  }
  const token = () => readFileSync(dataDir.controlToken, 'utf8')
  return {
    isRunning: true,
    call: callsOver(proven, `http://127.0.0.1:${port}`, { env, token }),
    async close() {
      await Promise.resolve()
    },
  }
}

async function ownGateway(dataDir: DataDir, env: Environment): Promise<Reached> {
  const bound = await readBinding(dataDir)
  const settings = readSettings(['--data-dir', dataDir.path], { ...env, ...bound, RESIT_DISPATCH: 'off' })
  const ports = { ...processPorts(env, 'error'), secrets: secretsInFile(dataDir.secrets) }
  const gateway = await createGateway(settings, sqliteIn(dataDir), ports, { keepsPracticeLedger: false })
  const inject: Fetch = async (url, { method, headers, body }) => {
    const host = `127.0.0.1:${settings.port}`
    const asked = method === 'POST' ? ({ method, payload: body ?? '' } as const) : ({ method: 'GET' } as const)
    const response = await gateway.app.inject({ ...asked, url, headers: { ...headers, host } })
    return { status: response.statusCode, json: async () => response.json() }
  }
  const call = callsOver(inject, '', { env, token: () => gateway.controlToken })
  return {
    isRunning: false,
    async call(id, ask) {
      if (settings.authority === 'practice' && namesDemoCompany(ask)) await beginPractice(gateway)
      return call(id, ask)
    },
    close: () => gateway.close(),
  }
}

/** Of a company that is being imported the gateway has all it needs. */
const namesDemoCompany = ({ body }: AskParts): boolean => {
  const { company, COMPANY_CODE, COMPANY_GUID } = (body ?? {}) as Readonly<Record<string, unknown>>
  return company === demoNames.companyCode || (COMPANY_CODE === demoNames.companyCode && COMPANY_GUID === undefined)
}

/**
 * Whoever names practice mode's own company before the first start has chosen that mode: its company is made, and from
 * now on the directory holds practice documents only (contract 1).
 */
async function beginPractice({ store }: Gateway): Promise<void> {
  if (await store.companies.byCode(demoNames.companyCode)) return
  await bindToAuthority(store.settings, 'practice', systemClock.now())
  await makeDemoCompany(store, systemClock, demoCompany)
}

/** What was read is read, whatever the disk says at the end. */
function ignoreTrouble(cause: unknown): void {
  if (troubleOf(cause) === null) throw cause
}

/** The environment that names the authority the data directory belongs to; nothing where it has not started yet. */
async function readBinding(dataDir: DataDir): Promise<Environment> {
  if (!existsSync(dataDir.database)) return {}
  const { database } = dataDir
  const store = isReadOnly(database) ? openStoreToRead(database) : openSqliteStore(database, null)
  try {
    return await boundAuthority(store.settings)
  } finally {
    await store.upkeep.close().catch(ignoreTrouble)
  }
}

/**
 * What lies in a data directory, without a gateway and without a trace: also where one runs, or where it is somebody else's.
 * @throws Error where it cannot be read
 */
export async function readFiles<Read>({ database }: DataDir, read: (store: Store) => Promise<Read>): Promise<Read> {
  const store = openStoreToRead(database)
  try {
    return await read(store)
  } finally {
    await store.upkeep.close().catch(ignoreTrouble)
  }
}
