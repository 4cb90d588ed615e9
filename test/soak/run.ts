import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Gateway } from '../../electron/gateway/gateway.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { chanceOf } from '../faults/chance.ts'
import { Mishaps } from '../faults/mishaps.ts'
import { type Judgement, judge } from '../faults/oracle.ts'
import { Tills } from '../faults/tills.ts'
import { importCompany } from '../support/chain.ts'
import type { TestGateway } from '../support/gateway.ts'
import { type DeedParts, revive, suffer } from './deeds.ts'
import { type Phone, phoneTo } from './phone.ts'
import { beginningOf, planOf, strikesOf } from './plan.ts'
import { controlTokenOf, openShop, type Shop } from './shop.ts'
import { Supervisor } from './supervisor.ts'

export interface SoakRun {
  readonly minutes: number
  readonly seed: number
}

export interface SoakFigures extends Judgement {
  readonly seconds: number
  readonly kept: number
  readonly counts: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, number>
  readonly strikes: ReadonlyMap<string, number>
  readonly decisions: ReadonlyMap<string, number>
  readonly alerts: ReadonlyMap<string, number>
  readonly starts: number
  readonly slowestStartMs: number
  /** Everything else that must not be. */
  readonly wrongs: readonly string[]
  /** Where the data folder is kept; null where nothing was wrong. */
  readonly keptAt: string | null
}

const tickMs = 120
const mostAtOnce = 16
const restPatienceMs = 120_000
const lookEveryMs = 5_000

/** Everything at once over a real gateway, then peace, then the oracle. @param say is told how it goes */
export async function runSoak({ minutes, seed }: SoakRun, say: (line: string) => void): Promise<SoakFigures> {
  const shop = await openShop()
  const begunMs = performance.now()
  const seconds = () => Math.round((performance.now() - begunMs) / 1000)
  const until = begunMs + minutes * 60_000
  const isOver = () => performance.now() > until
  const counts = new Map<string, number>()
  const wrongs: string[] = []
  const add = (to: Map<string, number>, what: string) => to.set(what, (to.get(what) ?? 0) + 1)
  const wrong = (what: string) => {
    wrongs.push(what)
    say(`WRONG after ${seconds()} s: ${what}`)
  }
  let aheadMs = 0
  let token = ''
  const phone = phoneTo(
    () => shop.life.port,
    () => token,
  )
  const tills = new Tills(phone, chanceOf(seed), () => Date.now() + aheadMs)
  const mishaps = new Mishaps(shop.practice)
  const supervisor = new Supervisor(phone, shop.practice)
  const alerts = new Map<string, number>()
  const parts: DeedParts = {
    shop,
    tills,
    setTillsAhead: (ms) => {
      aheadMs = ms
    },
    count: (what) => add(counts, what),
    wrong,
  }
  try {
    token = await begin(shop, parts, seed)
    const reporting = setInterval(
      () =>
        say(
          `${seconds()} s: ${tills.documents} sold, ${tills.kept.size} kept, ${total(counts)} mishaps, ${total(mishaps.counts)} strikes, ${shop.life.starts} starts`,
        ),
      30_000,
    )
    const all = [
      sell(tills, chanceOf(seed + 2), isOver),
      befall(parts, seed, isOver),
      strike(mishaps, seed, isOver),
      watch(phone, supervisor, alerts, isOver),
    ]
    await Promise.all(all).finally(() => clearInterval(reporting))
    say(`${seconds()} s: peace`)
    await makePeace(shop, parts)
    const left = await rest(phone, tills, supervisor)
    if (left !== null) wrong(left)
    wrongs.push(...shop.life.surprises)
    await shop.life.stop().then((code) => code === 0 || wrong(`SIGTERM ended with ${code}`))
    for (const finding of await verify(shop)) wrong(`resit verify: ${finding}`)
    for (const [answer, count] of tills.answers)
      if (/ 5\d\d/.test(answer) && !/ 503 storage_unavailable/.test(answer)) wrong(`${count} times ${answer}`)
    const judgement = await compare(shop, tills, mishaps)
    const { answers, kept } = tills
    const figures = {
      ...judgement,
      seconds: seconds(),
      kept: kept.size,
      counts,
      answers,
      strikes: mishaps.counts,
      decisions: supervisor.decisions,
      alerts,
      starts: shop.life.starts,
      slowestStartMs: shop.life.slowestStartMs,
      wrongs,
    }
    return { ...figures, keptAt: isRight({ ...figures, keptAt: null }) ? null : shop.keep() }
  } finally {
    await shop.close()
  }
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

export const isRight = (figures: SoakFigures): boolean =>
  figures.wrongs.length === 0 &&
  [
    figures.lost,
    figures.doubles,
    figures.voidedThere,
    figures.differing,
    figures.strangers,
    figures.broken,
    figures.unfinished,
  ].every((list) => list.length === 0)

/** The first start dies in the middle of a migration, the second one is that of a new shop. @returns a token */
async function begin(shop: Shop, { count, wrong }: DeedParts, seed: number): Promise<string> {
  const { migrationStep } = beginningOf(seed)
  if ((await shop.life.start(`migration_step:${migrationStep}`)) !== 'died') wrong('no death in the migration')
  count('kill at migration_step')
  await shop.life.start()
  const port = shop.life.port ?? 0
  const control = controlTokenOf(shop)
  await importCompany({ port, gateway: { controlToken: control } as Gateway } as TestGateway)
  const asked = { name: 'Till 1', scopes: ['submit', 'read', 'void', 'cancel', 'taxpayer', 'admin'], company: null }
  const made = await phoneTo(
    () => port,
    () => control,
  ).operate<{ readonly token: string }>('POST', '/tokens', asked)
  return made.body.token
}

async function sell(tills: Tills, chance: ReturnType<typeof chanceOf>, isOver: () => boolean): Promise<void> {
  const running = new Set<Promise<void>>()
  while (!isOver()) {
    for (let acts = chance.upTo(4); acts > 0; acts -= 1) {
      const act: Promise<void> = tills.act().finally(() => running.delete(act))
      running.add(act)
      if (running.size >= mostAtOnce) await Promise.race(running)
    }
    await pause(tickMs)
  }
  await Promise.all(running)
}

async function befall(parts: DeedParts, seed: number, isOver: () => boolean): Promise<void> {
  for (const { mishap, restMs } of planOf(seed)) {
    if (isOver()) return
    await suffer(parts, mishap)
    await revive(parts)
    await pause(restMs)
  }
}

async function strike(mishaps: Mishaps, seed: number, isOver: () => boolean): Promise<void> {
  for (const { strike: next, restMs } of strikesOf(seed)) {
    if (isOver()) return
    await mishaps.strike(next)
    await pause(restMs)
  }
}

interface HealthSeen {
  readonly alerts: readonly { readonly code: string }[]
}

/** Somebody looks now and then, and settles what needs a person. */
async function watch(
  phone: Phone,
  supervisor: Supervisor,
  alerts: Map<string, number>,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const { status, body } = await phone.operate<HealthSeen>('GET', '/health')
    if (status === 200) for (const { code } of body.alerts) alerts.set(code, (alerts.get(code) ?? 0) + 1)
    await supervisor.settle()
    await pause(lookEveryMs)
  }
}

async function makePeace({ line, clock, disk, practice, life }: Shop, { setTillsAhead }: DeedParts): Promise<void> {
  line.clear()
  await line.listen()
  await practice.faults.clear()
  clock?.set('+0')
  setTillsAhead(0)
  disk?.empty()
  if (life.port === null) await life.start()
}

interface QueueSeen {
  readonly lanes: readonly { readonly work: string; readonly count: number; readonly next_at: string }[]
  readonly attention: Readonly<Record<string, number>>
}

/**
 * Tills ask until they know, people settle what is theirs, and nothing is left to do.
 * @returns what is still to be done when patience ends, and whether anybody was told; null for nothing
 */
async function rest(phone: Phone, tills: Tills, supervisor: Supervisor): Promise<string | null> {
  const deadline = performance.now() + restPatienceMs
  for (let quiet = 0; quiet < 2; ) {
    if (tills.unanswered > 0) await tills.askAgain()
    const needing = await supervisor.settle()
    const { status, body } = await phone.operate<QueueSeen>('GET', '/queue')
    const lanes = status === 200 ? body.lanes.filter(({ work }) => work !== 'release') : null
    quiet = lanes?.length === 0 && needing === 0 && tills.unanswered === 0 ? quiet + 1 : 0
    if (performance.now() > deadline) {
      const health = await phone.operate<HealthSeen>('GET', '/health')
      const told = [...(health.body.alerts ?? []).map(({ code }) => code), ...Object.keys(body.attention ?? {})]
      return `still to do: ${JSON.stringify(lanes ?? status)}, ${needing} for a person, ${tills.unanswered} unanswered; told: ${told.join(', ') || 'NOBODY'}`
    }
    await pause(quiet === 0 && tills.unanswered > 0 ? 10 : 500)
  }
  return null
}

const cli = fileURLToPath(new URL('../../electron/headless/cli/main.ts', import.meta.url))

async function verify({ dataDir }: Shop): Promise<readonly string[]> {
  const said = await promisify(execFile)(process.execPath, [cli, 'verify', '--data-dir', dataDir, '--json']).catch(
    (cause: unknown) => cause as { readonly stdout?: string; readonly stderr?: string },
  )
  if (!said.stdout) return [said.stderr ?? 'it said nothing']
  const { sound, findings } = JSON.parse(said.stdout) as {
    readonly sound: boolean
    readonly findings: readonly string[]
  }
  return sound ? [] : findings
}

async function compare({ practice, dataDir }: Shop, tills: Tills, { cancelledOnPortal }: Mishaps): Promise<Judgement> {
  await practice.ledger.validateDue()
  const store = openSqliteStore(`${dataDir}/resit.db`, null)
  try {
    return await judge({
      store,
      documents: practice.ledger.documents(),
      saleGuids: tills.kept,
      cancelledOnPortal,
      told: tills,
    })
  } finally {
    await store.upkeep.close()
  }
}
