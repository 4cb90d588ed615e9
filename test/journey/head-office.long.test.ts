import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test as bare, describe, expect } from 'vitest'
import type { Checkpoint } from '../../electron/gateway/platform/crash-points.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { judge } from '../faults/oracle.ts'
import { askAt } from '../support/ask-at.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { command } from '../support/command-line.ts'
import { expectClean } from '../support/expect-clean.ts'
import { brisk } from '../support/gateway.ts'
import { documentsIn } from '../support/ledger.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { type GatewayProcess, spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { comeToRest, guids, sellSix, statusesAfter } from '../support/six-sales.ts'
import { databaseIn } from '../support/store-engine.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

/** The folders and processes of one test. They are removed after it, so that parallel tests share nothing. */
interface Place {
  readonly dataDir: string
  readonly folder: () => string
  readonly start: (env?: Environment, directory?: string) => Promise<GatewayProcess>
}

const test = bare.extend<{ place: Place }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads here which fixtures it has to make before: none
  place: async ({}, use) => {
    const running: GatewayProcess[] = []
    const folders: string[] = []
    const folder = () => {
      const made = mkdtempSync(join(tmpdir(), 'resit-head-office-'))
      folders.push(made)
      return made
    }
    const dataDir = folder()
    await use({
      dataDir,
      folder,
      async start(env = {}, directory = dataDir) {
        // A sale waits before it is sent, so that it can be voided.
        const rested = { RESIT_DISPATCH_DELAY_MS: '400', RESIT_LOG_LEVEL: 'error', RESIT_SCREENS: 'off' }
        const process = await spawnHeadOffice(directory, { ...brisk, ...rested, ...env })
        running.push(process)
        return process
      },
    })
    for (const each of running) await each.stop('SIGKILL')
    for (const each of folders) rmSync(each, { recursive: true, force: true })
  },
})

const died = async ({ child }: GatewayProcess): Promise<NodeJS.Signals | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode
}

describe.skipIf(why !== null)('a head office over a database of its own', () => {
  const here = postgresServer()

  async function compare(dataDir: string, url: string, saleGuids: Iterable<string>) {
    const store = await openPostgresStore(url)
    try {
      expect(await store.journal.verify()).toMatchObject({ findings: [] })
      return await judge({ store, documents: documentsIn(dataDir), saleGuids, cancelledOnPortal: new Set() })
    } finally {
      await store.upkeep.close()
    }
  }

  const places: readonly Checkpoint[] = ['claimed', 'practice_took_submit', 'cancel_asking']

  test.concurrent.for(places)(
    'that dies at %s loses nothing and sends nothing twice',
    async (at, { place: { dataDir, start } }) => {
      const env = { RESIT_POSTGRES_URL: await here.server.database() }
      const first = await start({ ...env, ...dyingAt(at) })
      await sellSix(askAt(dataDir, first.port))
      expect(await died(first)).toBe('SIGKILL')
      const second = await start(env)
      const ask = askAt(dataDir, second.port)
      const isVoided = await sellSix(ask)
      await comeToRest(ask)
      expect(await second.stop()).toBe(0)
      const judgement = await compare(dataDir, env.RESIT_POSTGRES_URL, guids)
      expectClean(judgement, statusesAfter(isVoided))
    },
  )

  test.concurrent('that is killed again and again while sales go on loses nothing and sends nothing twice', async ({
    place: { dataDir, start },
  }) => {
    const env = { RESIT_POSTGRES_URL: await here.server.database(), RESIT_DISPATCH_DELAY_MS: '0' }
    const sales = Array.from({ length: 60 }, (_, at) => `5e1d0000-0000-4000-8000-${String(at).padStart(12, '0')}`)
    let office = await start(env)
    // Repeats the same sale until it is stored, as a till does.
    const sell = async (guid: string, at: number) => {
      const body = invoice(`k${at}`, { SALE_GUID: guid })
      for (;;) {
        const told = await askAt(dataDir, office.port)('/v1/sale/invoice_submission', { body }).catch(() => null)
        if (told?.status === 202 || told?.status === 200) return
        await pause(50)
      }
    }
    const selling = (async () => {
      for (const [at, guid] of sales.entries()) await sell(guid, at)
    })()
    for (let kills = 0; kills < 3; kills += 1) {
      await pause(300)
      await office.stop('SIGKILL')
      office = await start(env)
    }
    await selling
    await comeToRest(askAt(dataDir, office.port))
    expect(await office.stop()).toBe(0)
    const judgement = await compare(dataDir, env.RESIT_POSTGRES_URL, sales)
    expectClean(judgement, { Valid: sales.length })
  })

  test('whose server is away for long says so to tills, sends nothing meanwhile, and goes on when it is back', async ({
    place: { dataDir, start },
  }) => {
    const env = { RESIT_POSTGRES_URL: await here.server.database(), RESIT_DISPATCH_DELAY_MS: '0' }
    const office = await start(env)
    const ask = askAt(dataDir, office.port)
    const [kept = '', tried = ''] = guids
    const submit = (guid: string, code: string) =>
      ask('/v1/sale/invoice_submission', { body: invoice(code, { SALE_GUID: guid }) })
    expect((await submit(kept, 'a1'))?.status).toBe(202)
    await here.server.stop('at_once')
    try {
      // The sentence is about the database server, not about a disk of this computer.
      const detail = expect.stringMatching(/^The database server does not answer/)
      expect(await submit(tried, 'a2')).toMatchObject({ status: 503, body: { code: 'storage_unavailable', detail } })
      const ready = await fetch(`http://127.0.0.1:${office.port}/readyz`)
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready', reason: 'storage_unreachable' }])
      const bearer = readFileSync(join(dataDir, 'control.token'), 'utf8')
      const metrics = async () => {
        const headers = { authorization: `Bearer ${bearer}` }
        return (await fetch(`http://127.0.0.1:${office.port}/metrics`, { headers })).text()
      }
      await expect.poll(metrics).toContain('resit_alert{code="storage_unreachable",severity="bad"} 1')
    } finally {
      await here.server.start()
    }
    // Repeats the sale, as a till does.
    await expect.poll(async () => (await submit(tried, 'a2'))?.status).toBe(202)
    await comeToRest(ask)
    expect(await office.stop()).toBe(0)
    const judgement = await compare(dataDir, env.RESIT_POSTGRES_URL, [kept, tried])
    expectClean(judgement, { Valid: 2 })
  })

  test('is told of as what it is: not a shop’s, not twice on one folder, and not beside a shop’s documents', async ({
    place: { dataDir, folder, start },
  }) => {
    const env = { RESIT_POSTGRES_URL: await here.server.database() }
    const office = await start(env)
    expect(office.ready).not.toHaveProperty('postgres_url_file')
    expect(JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8'))).toEqual(office.ready)
    await expect(start(env)).rejects.toMatchObject({ exitCode: 3 })
    // A second process that sends from the same database is refused too. One that does not send may join.
    await expect(start(env, folder())).rejects.toMatchObject({ exitCode: 3 })
    expect(await (await start({ ...env, RESIT_DISPATCH: 'off' }, folder())).stop()).toBe(0)
    const made = command(dataDir, ['token', 'create', '--name', 'Till', '--scopes', 'read', '--json'])
    expect(made).toMatchObject({ status: 0 })
    // The command asks the running process, because its documents are in no file.
    const verified = command(dataDir, ['verify', '--json'])
    expect(verified, verified.stderr).toMatchObject({ status: 0 })
    expect(JSON.parse(verified.stdout)).toMatchObject({ sound: true, findings: [] })
    expect(command(dataDir, ['backup', join(dataDir, 'copy.db')])).toMatchObject({ status: 1 })
    expect(await office.stop()).toBe(0)
    for (const words of [['queue'], ['verify'], ['restore']])
      expect(command(dataDir, words)).toMatchObject({ status: 2, stderr: expect.stringContaining('head office') })
    await expect(spawnGateway(dataDir)).rejects.toMatchObject({ exitCode: 2 })
    const shop = folder()
    await (await spawnGateway(shop)).stop()
    await expect(start(env, shop)).rejects.toMatchObject({ exitCode: 2 })
  })

  test('sends and does what goes by the calendar, however many beside it only answer tills', async ({
    place: { dataDir, folder, start },
  }) => {
    const env = { RESIT_POSTGRES_URL: await here.server.database() }
    const answering = folder()
    await start({ ...env, RESIT_DISPATCH: 'off' }, answering)
    const sender = await start(env)
    const ask = askAt(dataDir, sender.port)
    await sellSix(ask)
    await comeToRest(ask)
    const [sent] = await here.server.ask(databaseIn(env.RESIT_POSTGRES_URL), 'SELECT generation FROM sender')
    expect(Number(sent?.['generation'])).toBeGreaterThan(0)
  })

  test.for([
    ['mysql://resit:secret@127.0.0.1/resit', 2],
    ['postgres://resit:secret@db.example/resit', 2],
    ['postgres://resit:secret@127.0.0.1,db.example/resit', 2],
    ['postgres://resit:secret@127.0.0.1:1/resit', 4],
    ['postgres://resit:secret@127.0.0.1:1,127.0.0.1:2/resit', 2],
    ['postgres://resit:secret@one.example,two.example/resit?sslmode=disable', 2],
  ] as const)(
    'whose database is said to be %s does not start, and does not repeat its password',
    async ([url, exitCode], { place: { start } }) => {
      const refused = await start({ RESIT_POSTGRES_URL: url }).catch((cause: unknown) => cause)
      expect(refused).toMatchObject({ exitCode })
      expect(String(refused)).not.toContain('secret')
    },
  )
})

describe.skipIf(why !== null)('a head office without a database', () => {
  const postmaster = (dataDir: string) =>
    Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const keep = (dataDir: string, port: number, code: string) =>
    askAt(dataDir, port)('/v1/sale/invoice_submission', { body: invoice(code) })

  test('starts one, finds it again after a kill of both or of itself alone, and ends with it', async ({
    place: { dataDir, folder, start },
  }) => {
    const first = await start()
    expect(first.ready).toMatchObject({ event: 'ready', authority: 'practice' })
    // The address of the database contains a password.
    expect(JSON.stringify(first.ready)).not.toContain('postgres://')
    expect((await keep(dataDir, first.port, 'e1'))?.status).toBe(202)
    await first.stop('SIGKILL')
    // Its PostgreSQL keeps running, and the next start uses it.
    const left = postmaster(dataDir)
    const second = await start()
    expect(postmaster(dataDir)).toBe(left)
    expect(second.ready['postgres_url_file']).toBe(join(dataDir, 'postgres-url'))
    expect((await keep(dataDir, second.port, 'e2'))?.status).toBe(202)
    await second.stop('SIGKILL')
    process.kill(left, 'SIGKILL')
    // The file that says that it runs is left over, as after a power cut.
    const third = await start()
    expect(postmaster(dataDir)).not.toBe(left)
    const joined = folder()
    const beside = await start(
      { RESIT_POSTGRES_URL_FILE: String(third.ready['postgres_url_file']), RESIT_DISPATCH: 'off' },
      joined,
    )
    const seen = await askAt(joined, beside.port)('/operator/v1/records')
    expect(seen?.body['items']).toHaveLength(2)
    expect(await beside.stop()).toBe(0)
    expect(await third.stop()).toBe(0)
    const file = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    await expect.poll(() => existsSync(file)).toBe(false)
  })
})
