import { after, eachRecord, recordOf } from './change.ts'
import type { Law } from './law.ts'
import { type Cancelling, type Entry, type Move, rules, type Setting, ticks, type World } from './world.ts'

/** The most requests at once. More would behave the same. */
const mostCancels = 2

const idle: Cancelling = { at: 'idle' }

/** outbox/cancellations.ts: the request of a person, the request to the authority, and its answer or look-up. */
export function* cancelMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  if (!setting.cancels) return
  yield* arrivals(world)
  if (!world.isUp) return
  yield* wishes(law, world)
  yield* questions(law, world)
}

function* wishes(law: Law, world: World): Iterable<Move> {
  for (const [of, record] of eachRecord(world)) {
    const command = { reason: 'wrong goods', by: 'person:Aini', at: 0, isReferredTo: false }
    yield { name: `wish to cancel ${of}`, to: after(law, world, of, law.decideCancel(record, command)) }
    if (world.cancelling.at !== 'idle') continue
    const asking = after(law, world, of, law.decideAskToCancel(record, 0))
    const isAsking = recordOf(asking, of).cancellation?.state === 'asking' && asking !== world
    yield { name: `ask to cancel ${of}`, to: isAsking ? { ...asking, cancelling: { at: 'asking', of } } : asking }
    const isCancelled = world.ledger.find(({ uuid }) => uuid === record.authority?.uuid)?.status === 'cancelled'
    const there = { kind: isCancelled ? 'cancelled' : 'not_cancelled' } as const
    const looked = law.decideCancelLookUp(record, { there, askedAt: 0, at: 0 }, rules)
    yield { name: `look whether ${of} is cancelled`, to: after(law, world, of, looked) }
  }
}

function* questions(law: Law, world: World): Iterable<Move> {
  const { cancelling } = world
  switch (cancelling.at) {
    case 'idle':
      return
    case 'asking': {
      yield { name: 'cancel finds no connection', to: heard(world, 'unsent') }
      if (world.cancels.length >= mostCancels) return
      const uuid = recordOf(world, cancelling.of).authority?.uuid ?? ''
      const cancels = [...world.cancels, { uuid, left: ticks.underWay, isAwaited: true }]
      yield { name: 'cancel goes out', to: { ...world, cancels, cancelling: { ...cancelling, at: 'waiting' } } }
      return
    }
    case 'waiting':
      yield { name: 'cancel gives up waiting', to: heard(givenUp(world), 'inDoubt') }
      return
    case 'answered': {
      const { of, kind } = cancelling
      const outcome = kind === 'refused' ? ({ kind, code: 'refused', message: '' } as const) : { kind }
      const next = { ...world, cancelling: idle }
      yield {
        name: `cancel stores: ${kind}`,
        to: after(law, next, of, law.settleCancel(recordOf(world, of), outcome, 0)),
      }
    }
  }
}

/** The request to cancel reaches the authority or gets lost, and so does its answer. */
function* arrivals(world: World): Iterable<Move> {
  for (const cancel of world.cancels) {
    const rest = { ...world, cancels: world.cancels.filter((other) => other !== cancel) }
    yield { name: 'the cancel gets lost', to: rest }
    const entry = world.ledger.find(({ uuid }) => uuid === cancel.uuid)
    if (!entry) continue
    const may = entry.status === 'valid' && entry.validFor < ticks.cancelWindow
    const to = may
      ? { ...rest, ledger: world.ledger.map((other) => (other === entry ? cancelled(entry) : other)) }
      : rest
    yield { name: 'cancel arrives, its answer is lost', to }
    if (cancel.isAwaited)
      yield { name: 'cancel arrives', to: heard(to, may || entry.status === 'cancelled' ? 'cancelled' : 'refused') }
  }
}

const cancelled = (entry: Entry): Entry => ({
  ...entry,
  status: 'cancelled',
  validFor: 0,
  cancelledBy: 'us',
})

const heard = (world: World, kind: 'cancelled' | 'refused' | 'unsent' | 'inDoubt'): World =>
  world.cancelling.at === 'idle' ? world : { ...world, cancelling: { at: 'answered', of: world.cancelling.of, kind } }

/** The sender has stopped waiting, but the answer may still arrive. */
export const givenUp = (world: World): World => ({
  ...world,
  cancels: world.cancels.map((cancel) => ({
    ...cancel,
    left: Math.min(cancel.left, ticks.underWayWhenGivenUp),
    isAwaited: false,
  })),
})
