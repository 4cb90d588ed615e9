import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../faults/chance.ts'
import type { Mishaps } from '../faults/mishaps.ts'
import type { Tills } from '../faults/tills.ts'
import { type MishapDeps, revive, suffer } from './mishaps.ts'
import type { Owner } from './owner.ts'
import type { Phone } from './phone.ts'
import { planOf, strikesOf } from './plan.ts'
import type { Supervisor } from './supervisor.ts'

const tickMs = 120
const mostAtOnce = 16
const lookEveryMs = 5_000

export type IsOver = () => boolean

export async function sell(tills: Tills, chance: Chance, isOver: IsOver): Promise<void> {
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

export async function befall(deps: MishapDeps, seed: number, isOver: IsOver): Promise<void> {
  for (const { mishap, restMs } of planOf(seed)) {
    if (isOver()) return
    await suffer(deps, mishap)
    await revive(deps)
    await pause(restMs)
  }
}

export async function strike(mishaps: Mishaps, seed: number, isOver: IsOver): Promise<void> {
  for (const { strike: next, restMs } of strikesOf(seed)) {
    if (isOver()) return
    await mishaps.strike(next)
    await pause(restMs)
  }
}

export interface HealthSeen {
  readonly alerts: readonly { readonly code: string }[]
}

interface Watching {
  readonly supervisor: Supervisor
  readonly alerts: Map<string, number>
}

/** A supervisor looks at intervals and settles the documents that need a person. */
export async function watch(phone: Phone, { supervisor, alerts }: Watching, isOver: IsOver): Promise<void> {
  while (!isOver()) {
    const { status, body } = await phone.operate<HealthSeen>('GET', '/health')
    if (status === 200) for (const { code } of body.alerts) alerts.set(code, (alerts.get(code) ?? 0) + 1)
    await supervisor.settle()
    await pause(lookEveryMs)
  }
}

/** An owner starts consolidations at any moment, and buyers ask for their own e-invoices. */
export async function count(owner: Owner, chance: Chance, isOver: IsOver): Promise<void> {
  while (!isOver()) {
    await owner.convert(chance)
    await owner.consolidate()
    await pause(1_000 + chance.upTo(4_000))
  }
}
