import { givenUp } from './cancel-moves.ts'
import { after, eachRecord, recordOf } from './change.ts'
import { orphaned, store } from './desk-moves.ts'
import type { Law } from './law.ts'
import { type Asleep, type Cancelling, type Desk, type Move, type Setting, ticks, type World } from './world.ts'

const idle = { at: 'idle' } as const
const nobody: Asleep = { desk: idle, cancelling: idle }

/** One of several processes stands still with a claim; the others take it for dead, and it wakes up in the middle. */
export function* sleepMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  if (!setting.sleeps) return
  const { asleep, desk, cancelling, isUp } = world
  if (asleep.desk.at === 'idle' && asleep.cancelling.at === 'idle') {
    const isHolding = (desk.at !== 'idle' && desk.at !== 'built') || cancelling.at !== 'idle'
    if (isUp && isHolding) yield { name: 'falls asleep, and is taken over', to: takenOver(law, world) }
    return
  }
  yield { name: 'the sleeper dies', to: { ...world, asleep: nobody } }
  yield* wakes(law, world, asleep.desk)
  yield* wakesToCancel(law, world, asleep.cancelling)
}

/**
 * As after a crash, but whoever claimed may go on. What stands still on its way is given up by the other end before the
 * quarantine is over.
 */
function takenOver(law: Law, world: World): World {
  const { desk, cancelling } = world
  let to: World = {
    ...givenUp(orphaned(world)),
    asleep: { desk: desk.at === 'built' ? idle : desk, cancelling },
    desk: idle,
    cancelling: idle,
    attempts: world.attempts.map((attempt) => (attempt.end === 'open' ? { ...attempt, end: 'other' } : attempt)),
  }
  for (const [of, record] of eachRecord(world)) to = after(law, to, of, law.decideAtStart(record, 0))
  return to
}

/** Right before the first byte it is asked once more whether the claim is still its own, and so is right before a write. */
function* wakes(law: Law, world: World, desk: Desk): Iterable<Move> {
  const woken = (to: Desk): World => ({ ...world, asleep: { ...world.asleep, desk: to } })
  switch (desk.at) {
    case 'idle':
    case 'built':
      return
    case 'claimed': {
      const { of, attemptId, bytes, left } = desk
      if (!law.countsOnOldLease || !law.mayStillSend(left)) return yield { name: 'wakes too late', to: woken(idle) }
      const request = { attemptId, of, revision: 1, bytes, left: ticks.underWay, isCopy: false }
      const waiting: Desk = { at: 'waiting', of, attemptId, bytes }
      yield { name: 'the sleeper sends', to: { ...woken(waiting), requests: [...world.requests, request] } }
      return
    }
    case 'waiting': {
      const answer = world.answers.find(({ attemptId }) => attemptId === desk.attemptId)
      if (!answer) return
      const { of, attemptId, bytes } = desk
      const outcome = law.outcomeOf(answer.ending)
      yield { name: 'the sleeper hears', to: woken({ at: 'answered', of, attemptId, bytes, outcome }) }
      return
    }
    case 'answered':
      yield {
        name: 'the sleeper stores',
        to: law.countsOnOldLease ? { ...store(law, world, desk), desk: world.desk, asleep: nobody } : woken(idle),
      }
  }
}

function* wakesToCancel(law: Law, world: World, cancelling: Cancelling): Iterable<Move> {
  const woken = (to: Cancelling): World => ({ ...world, asleep: { ...world.asleep, cancelling: to } })
  switch (cancelling.at) {
    case 'idle':
      return
    case 'asking': {
      if (!law.countsOnOldLease) return yield { name: 'wakes too late to cancel', to: woken(idle) }
      const uuid = recordOf(world, cancelling.of).authority?.uuid ?? ''
      const cancels = [...world.cancels, { uuid, left: ticks.underWay, isAwaited: false }]
      yield { name: 'the sleeper’s cancel goes out', to: { ...woken(idle), cancels } }
      return
    }
    case 'waiting':
      return yield { name: 'the sleeper gives up', to: woken(idle) }
    case 'answered': {
      const { of, kind } = cancelling
      const outcome = kind === 'refused' ? ({ kind, code: 'refused', message: '' } as const) : { kind }
      const settled = after(law, woken(idle), of, law.settleCancel(recordOf(world, of), outcome, 0))
      yield { name: `the sleeper stores: ${kind}`, to: law.countsOnOldLease ? settled : woken(idle) }
    }
  }
}
