import { chanceOf } from '../faults/chance.ts'
import { Mishaps } from '../faults/mishaps.ts'
import { Tills } from '../faults/tills.ts'
import { begin } from './beginning.ts'
import { isRight, type SoakFigures, type SoakRun } from './figures.ts'
import { befall, count, sell, strike, watch } from './loops.ts'
import type { MishapDeps } from './mishaps.ts'
import { Owner } from './owner.ts'
import { makePeace, rest } from './peace.ts'
import { phoneTo } from './phone.ts'
import { openShop } from './shop.ts'
import { Supervisor } from './supervisor.ts'
import { compare, verify } from './verdict.ts'

/** The share of buyers who ask for no e-invoice. */
const receiptShare = 0.25

/** All faults together at a real gateway, then recovery, then the check. @param say gets the progress */
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
  const tills = new Tills(phone, chanceOf(seed), { now: () => Date.now() + aheadMs, receiptShare })
  const mishaps = new Mishaps(shop.practice)
  const supervisor = new Supervisor(phone, shop.practice)
  const owner = new Owner(phone, tills)
  const alerts = new Map<string, number>()
  const deps: MishapDeps = {
    shop,
    tills,
    owner,
    setTillsAhead: (ms) => {
      aheadMs = ms
    },
    count: (what) => add(counts, what),
    wrong,
  }
  try {
    token = await begin(shop, deps)
    const reporting = setInterval(
      () =>
        say(
          `${seconds()} s: ${tills.documents} sold, ${tills.kept.size} kept, ${total(counts)} mishaps, ${total(mishaps.counts)} strikes, ${shop.life.starts} starts`,
        ),
      30_000,
    )
    const all = [
      sell(tills, chanceOf(seed + 2), isOver),
      befall(deps, seed, isOver),
      strike(mishaps, seed, isOver),
      watch(phone, { supervisor, alerts }, isOver),
      count(owner, chanceOf(seed + 5), isOver),
    ]
    await Promise.all(all).finally(() => clearInterval(reporting))
    say(`${seconds()} s: peace`)
    await makePeace(shop, deps)
    const left = await rest(phone, { tills, supervisor, owner })
    if (left !== null) wrong(left)
    wrongs.push(...shop.life.surprises)
    await shop.life.stop().then((code) => code === 0 || wrong(`SIGTERM ended with ${code}`))
    for (const finding of await verify(shop)) wrong(`resit verify: ${finding}`)
    for (const [answer, count] of tills.answers)
      if (/ 5\d\d/.test(answer) && !/ 503 storage_unavailable/.test(answer)) wrong(`${count} times ${answer}`)
    const judgement = await compare(shop, tills, mishaps)
    const { answers, kept } = tills
    const figures: Omit<SoakFigures, 'keptAt'> = {
      ...judgement,
      seconds: seconds(),
      kept: kept.size,
      counts,
      answers,
      strikes: mishaps.counts,
      decisions: supervisor.decisions,
      runs: owner.answers,
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
