import { setTimeout as pause } from 'node:timers/promises'
import type { RequestCount } from '../../electron/gateway/authority/practice/http/rate-limits.ts'
import { originalsOf } from '../../shared/domain/decide-hold.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { chanceOf } from './chance.ts'
import { drawStrike, Mishaps } from './mishaps.ts'
import { type Judgement, judge } from './oracle.ts'
import { Tills } from './tills.ts'

export interface FaultRun {
  readonly documents: number
  /** The same seed makes the same tills and the same mishaps; how they meet is up to the machine. */
  readonly seed: number
}

export interface FaultFigures extends Judgement {
  readonly kept: number
  readonly answers: ReadonlyMap<string, number>
  readonly mishaps: ReadonlyMap<string, number>
  /** By how they ended. */
  readonly attempts: ReadonlyMap<string, number>
  readonly invalidThere: number
  readonly requests: readonly RequestCount[]
  readonly wasAnyLimitExceeded: boolean
  /** What was still to be done when patience ended. */
  readonly left: readonly string[]
  readonly seconds: number
}

const tickMs = 20
const restPatienceMs = 90_000

/** Tills and mishaps at once over a real gateway and the practice authority, then peace, then the oracle. */
export async function runFaults({ documents, seed }: FaultRun): Promise<FaultFigures> {
  const startedAt = performance.now()
  // A pause long enough that somebody may void what waits in it.
  const env = { RESIT_REQUEST_TIMEOUT_MS: '1500', RESIT_CANCEL_WAIT_MS: '500', RESIT_RETRY_BASE_MS: '80' }
  const shop = await startGateway({ env })
  try {
    const { practice, store } = shop.gateway
    if (!practice) throw new Error('faults run in practice mode')
    const tills = new Tills(apiOf(shop, await shop.token()), chanceOf(seed))
    const mishaps = new Mishaps(practice)
    await sell(tills, mishaps, { documents, seed })
    await practice.faults.clear()
    const left = await rest(shop)
    await practice.ledger.validateDue()
    const ledger = practice.ledger.documents()
    const { cancelledOnPortal } = mishaps
    const judgement = await judge({ store, documents: ledger, saleGuids: tills.kept, cancelledOnPortal, told: tills })
    return {
      ...judgement,
      kept: tills.kept.size,
      answers: tills.answers,
      mishaps: mishaps.counts,
      attempts: await attemptsOf(shop, tills.kept),
      invalidThere: ledger.filter(({ status }) => status === 'Invalid').length,
      requests: practice.counts.list(),
      wasAnyLimitExceeded: practice.counts.wasAnyLimitExceeded(),
      left,
      seconds: (performance.now() - startedAt) / 1000,
    }
  } finally {
    await shop.close()
  }
}

const mostAtOnce = 16

async function sell(tills: Tills, mishaps: Mishaps, { documents, seed }: FaultRun): Promise<void> {
  const chance = chanceOf(seed + 2)
  const fate = chanceOf(seed + 1)
  const running = new Set<Promise<void>>()
  const begin = async (task: () => Promise<void>): Promise<void> => {
    const act: Promise<void> = task().finally(() => running.delete(act))
    running.add(act)
    if (running.size >= mostAtOnce) await Promise.race(running)
  }
  let regretsLeft = 0
  while (tills.documents < documents) {
    if (chance.isIn(0.06)) {
      await mishaps.strike(drawStrike(fate))
      // Right after something went wrong is when a record must not be mistaken for one that never left.
      if (chance.isIn(0.3)) regretsLeft = 20
    }
    for (let acts = chance.upTo(4); acts > 0; acts -= 1) await begin(() => tills.act())
    if (regretsLeft > 0) {
      regretsLeft -= 1
      await begin(() => tills.regret())
    }
    // The pace of tills: without it all is sold before the first mishap.
    await pause(tickMs)
  }
  await Promise.all(running)
}

/**
 * Nothing is left to do, and for a second nothing has changed.
 * @returns what is still to be done when patience ends
 */
async function rest(shop: TestGateway): Promise<readonly string[]> {
  const deadline = performance.now() + restPatienceMs
  for (let after = -1; ; ) {
    const left = await leftToDo(shop)
    const news = await operate<{ readonly next: number }>(shop, 'GET', `/changes?wait=1&after=${Math.max(after, 0)}`)
    if (left.length === 0 && news.body.next === after) return []
    if (performance.now() > deadline) return left
    after = news.body.next
  }
}

/** A note may wait for ever; one whose original became valid beside its own submission goes with the next sweep. */
async function leftToDo({ gateway }: TestGateway): Promise<readonly string[]> {
  const { schedule, records } = gateway.store
  const lanes = (await schedule.lanes()).filter(({ work }) => work !== 'release')
  const notes = await schedule.all('release', 0, 1_000)
  const states = await Promise.all(
    notes.map(async ({ seq }) => originalsOf((await records.originals(seq)).map(({ record }) => record))),
  )
  const free = states.filter((state) => state !== 'awaited').length
  return [...lanes.map(({ work, count }) => `${count} to ${work}`), ...(free > 0 ? [`${free} to release`] : [])]
}

async function attemptsOf({ gateway }: TestGateway, saleGuids: Iterable<string>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const saleGuid of saleGuids) {
    const stored = await gateway.store.records.byGuid(saleGuid)
    for (const { outcome } of stored ? await gateway.store.records.attempts(stored.seq) : []) {
      const end = outcome?.kind ?? 'open'
      counts.set(end, (counts.get(end) ?? 0) + 1)
    }
  }
  return counts
}
