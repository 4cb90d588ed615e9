import { givenUp } from './cancel-moves.ts'
import { after, eachRecord, recordOf } from './change.ts'
import type { Law } from './law.ts'
import { orphaned, store } from './sender-moves.ts'
import { type Asleep, type Cancelling, type Move, type Sender, type Setting, ticks, type World } from './world.ts'

const idle = { at: 'idle' } as const
const nobody: Asleep = { sender: idle, cancelling: idle }

/**
 * The sender sleeps or loses its lock during a send. At every step another process takes over with a new generation.
 * The old one continues when it wakes, at once or much later.
 */
export function* sleepMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  if (!setting.losesRight) return
  const { asleep, sender, cancelling, isUp } = world
  if (asleep.sender.at === 'idle' && asleep.cancelling.at === 'idle') {
    const isHolding = (sender.at !== 'idle' && sender.at !== 'built') || cancelling.at !== 'idle'
    if (isUp && isHolding) yield { name: 'loses the right', to: takenOver(law, world) }
    return
  }
  yield { name: 'the sleeper dies', to: { ...world, asleep: nobody } }
  yield* wakes(law, world, asleep.sender)
  yield* wakesToCancel(law, world, asleep.cancelling)
}

/** As after a crash, but the old sender may continue. Its requests are given up before the quarantine ends. */
function takenOver(law: Law, world: World): World {
  const { sender, cancelling } = world
  let to: World = {
    ...givenUp(orphaned(world)),
    asleep: { sender: sender.at === 'built' ? idle : sender, cancelling },
    sender: idle,
    cancelling: idle,
    attempts: world.attempts.map((attempt) => (attempt.end === 'open' ? { ...attempt, end: 'other' } : attempt)),
  }
  for (const [of, record] of eachRecord(world)) to = after(law, to, of, law.decideAtStart(record, 0))
  return to
}

/** The generation is checked just before the first byte, and in every write. */
function* wakes(law: Law, world: World, sender: Sender): Iterable<Move> {
  const woken = (to: Sender): World => ({ ...world, asleep: { ...world.asleep, sender: to } })
  switch (sender.at) {
    case 'idle':
    case 'built':
      return
    case 'claimed': {
      const { of, attemptId, bytes, left } = sender
      if (!law.goesOnUnderOldGeneration || !law.mayStillSend(left))
        return yield { name: 'wakes too late', to: woken(idle) }
      const request = { attemptId, of, revision: 1, bytes, left: ticks.underWay, isCopy: false }
      const waiting: Sender = { at: 'waiting', of, attemptId, bytes }
      yield { name: 'the sleeper sends', to: { ...woken(waiting), requests: [...world.requests, request] } }
      return
    }
    case 'waiting': {
      const answer = world.answers.find(({ attemptId }) => attemptId === sender.attemptId)
      if (!answer) return
      const { of, attemptId, bytes } = sender
      const outcome = law.outcomeOf(answer.ending)
      yield { name: 'the sleeper hears', to: woken({ at: 'answered', of, attemptId, bytes, outcome }) }
      return
    }
    case 'answered':
      yield {
        name: 'the sleeper stores',
        to: law.goesOnUnderOldGeneration
          ? { ...store(law, world, sender), sender: world.sender, asleep: nobody }
          : woken(idle),
      }
  }
}

function* wakesToCancel(law: Law, world: World, cancelling: Cancelling): Iterable<Move> {
  const woken = (to: Cancelling): World => ({ ...world, asleep: { ...world.asleep, cancelling: to } })
  switch (cancelling.at) {
    case 'idle':
      return
    case 'asking': {
      if (!law.goesOnUnderOldGeneration) return yield { name: 'wakes too late to cancel', to: woken(idle) }
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
      yield { name: `the sleeper stores: ${kind}`, to: law.goesOnUnderOldGeneration ? settled : woken(idle) }
    }
  }
}
