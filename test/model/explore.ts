import { authorityMoves } from './authority-moves.ts'
import { cancelMoves } from './cancel-moves.ts'
import { IllegalTransition, isStale } from './change.ts'
import { crashMoves, followMoves } from './follow-moves.ts'
import { invariants, stepInvariants } from './invariants.ts'
import { keyOf } from './key.ts'
import type { Law } from './law.ts'
import { personMoves } from './person-moves.ts'
import { lateNews, senderMoves } from './sender-moves.ts'
import { sleepMoves } from './sleep-moves.ts'
import { newRecord, tillMoves } from './till-moves.ts'
import { pass } from './time.ts'
import type { Entry, Move, Setting, World } from './world.ts'

const beginning: World = {
  records: [newRecord(0)],
  attempts: [],
  isUp: true,
  sender: { at: 'idle' },
  asleep: { sender: { at: 'idle' }, cancelling: { at: 'idle' } },
  voiding: null,
  cancelling: { at: 'idle' },
  requests: [],
  answers: [],
  cancels: [],
  ledger: [],
  payloads: [],
  named: [],
}

const foreignDocument: Entry = {
  uuid: 'UUID-0',
  of: -1,
  revision: 1,
  bytes: 'of somebody else',
  status: 'valid',
  isDouble: false,
  age: 0,
  validFor: 0,
  cancelledBy: null,
}

/** All moves that change the world. */
export function* movesFrom(law: Law, world: World, setting: Setting): Iterable<Move> {
  // A void that comes too late writes nothing, so its time does not matter.
  if (isLostVoid(law, world)) return yield { name: 'void is too late', to: { ...world, voiding: null } }
  if (world.isUp) {
    yield* senderMoves(law, world, setting)
    yield* lateNews(law, world)
    yield* followMoves(law, world, setting)
    yield* tillMoves(law, world, setting)
    if (setting.personDecides) yield* personMoves(law, world, setting)
  }
  yield* crashMoves(law, world)
  yield* sleepMoves(law, world, setting)
  yield* cancelMoves(law, world, setting)
  yield* authorityMoves(world, setting)
  const later = pass(world, setting)
  if (later) yield { name: 'time passes', to: later }
}

const isLostVoid = ({ comparesVersions }: Law, world: World): boolean =>
  comparesVersions && world.voiding !== null && isStale(world, world.voiding.of, world.voiding.was)

export interface Violation {
  readonly invariants: readonly string[]
  /** The moves to this world. */
  readonly path: readonly string[]
}

export interface Explored {
  /** In the order in which they were found, breadth first. */
  readonly worlds: readonly World[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly moves: number
  /** The nearest violation. The worlds after it are not explored. */
  readonly violation: Violation | null
}

/** All worlds that are reachable from a received sale, until one breaks an invariant. */
export function explore(law: Law, setting: Setting): Explored {
  const start = setting.hasForeignDocument ? { ...beginning, ledger: [foreignDocument] } : beginning
  const worlds: World[] = [start]
  const indexOf = new Map([[keyOf(start), 0]])
  const cameFrom: { readonly from: number; readonly name: string }[] = [{ from: -1, name: '' }]
  let moves = 0
  const done = (violation: Violation | null): Explored => ({ worlds, indexOf, moves, violation })
  for (let at = 0; at < worlds.length; at += 1) {
    const world = worlds[at] as World
    const pathTo = (name: string) => [...pathOf(cameFrom, at), name]
    let lastName = ''
    try {
      for (const { name, to } of movesFrom(law, world, setting)) {
        lastName = name
        if (to === world) continue
        moves += 1
        const key = keyOf(to)
        const broken = brokenBy(world, to, indexOf.has(key))
        if (broken.length > 0) return done({ invariants: broken, path: pathTo(name) })
        if (indexOf.has(key)) continue
        indexOf.set(key, worlds.length)
        worlds.push(to)
        cameFrom.push({ from: at, name })
      }
    } catch (cause) {
      if (!(cause instanceof IllegalTransition)) throw cause
      return done({
        invariants: ['12 only legal transitions occur'],
        path: pathTo(`after ${lastName}: ${cause.message}`),
      })
    }
  }
  return done(null)
}

function brokenBy(before: World, after: World, isKnown: boolean): readonly string[] {
  const steps = Object.entries(stepInvariants).flatMap(([name, holds]) => (holds(before, after) ? [] : name))
  // A known world was checked before.
  const states = isKnown ? [] : Object.entries(invariants).flatMap(([name, holds]) => (holds(after) ? [] : name))
  return [...steps, ...states]
}

function pathOf(cameFrom: readonly { readonly from: number; readonly name: string }[], at: number): readonly string[] {
  const path: string[] = []
  for (let here = cameFrom[at]; here && here.from >= 0; here = cameFrom[here.from]) path.unshift(here.name)
  return path
}
