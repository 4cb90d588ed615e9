import { workOf } from '../../shared/domain/status.ts'
import { after, eachRecord, ended, happen, isStale, recordOf } from './change.ts'
import type { Law } from './law.ts'
import { type Ending, type Move, rules, type Sender, type Setting, ticks, type World } from './world.ts'

const idle: Sender = { at: 'idle' }

/** The sender of outbox/dispatch.ts, step by step: build, claim, send, get the answer or stop waiting, store. */
export function* senderMoves(law: Law, world: World, setting: Setting): Iterable<Move> {
  const { sender } = world
  switch (sender.at) {
    case 'idle':
      return yield* builds(law, world, setting)
    case 'built':
      yield { name: 'claim', to: claim(law, world, sender) }
      return
    case 'claimed':
      yield { name: 'no connection', to: hears(law, world, sender, { kind: 'not_connected' }) }
      if (law.mayStillSend(sender.left)) yield { name: 'send', to: send(world, sender) }
      else yield { name: 'too late to send', to: hears(law, world, sender, { kind: 'too_late' }) }
      return
    case 'waiting': {
      yield { name: 'give up waiting', to: hears(law, orphaned(world), sender, { kind: 'broken' }) }
      const answer = world.answers.find(({ attemptId }) => attemptId === sender.attemptId)
      if (answer) yield { name: 'hear the answer', to: hears(law, without(world, answer), sender, answer.ending) }
      return
    }
    case 'answered':
      yield { name: 'store the outcome', to: store(law, world, sender) }
  }
}

/** An answer that its sender does not wait for any more. */
export function* lateNews(law: Law, world: World): Iterable<Move> {
  for (const answer of world.answers) {
    yield { name: 'the answer gets lost', to: without(world, answer) }
    if ('attemptId' in world.sender && world.sender.attemptId === answer.attemptId) continue
    const outcome = law.outcomeOf(answer.ending)
    const decision = law.settle(recordOf(world, answer.of), answer.attemptId, outcome, 0)
    yield { name: `late news: ${answer.ending.kind}`, to: after(law, without(world, answer), answer.of, decision) }
  }
}

function* builds(law: Law, world: World, { attempts }: Setting): Iterable<Move> {
  if (world.attempts.length >= attempts) return
  for (const [of, was] of eachRecord(world)) {
    if (workOf(was) !== 'send') continue
    const own = world.attempts.filter((attempt) => attempt.of === of)
    yield { name: `build ${of}`, to: { ...world, sender: { at: 'built', of, was, bytes: law.bytesFor(was, own) } } }
  }
}

type At<Place extends Sender['at']> = Extract<Sender, { readonly at: Place }>

function claim(law: Law, world: World, { of, was, bytes }: At<'built'>): World {
  const free = { ...world, sender: idle }
  if (law.comparesVersions && isStale(world, of, was)) return free
  const id = `attempt-${world.attempts.length + 1}`
  const decision = law.decideClaim(was, { id, documentTime: 0 }, 0, rules)
  if (decision.kind === 'unchanged') return free
  if (decision.event.type === 'conflicted') return happen(law, free, { of, was }, decision.event)
  const left = Math.min(ticks.request, (was.firstSentAt ?? 0) + ticks.resendWindow)
  const claimed: World = { ...world, sender: { at: 'claimed', of, attemptId: id, bytes, left } }
  if (!law.claimsFirst) return claimed
  // The claim and its attempt, in one transaction.
  const attempt = { id, of, revision: was.revision, bytes, end: 'open' } as const
  return { ...happen(law, claimed, { of, was }, decision.event), attempts: [...world.attempts, attempt] }
}

function send(world: World, { of, attemptId, bytes }: At<'claimed'>): World {
  const { revision } = recordOf(world, of)
  const request = { attemptId, of, revision, bytes, left: ticks.underWay, isCopy: false }
  return { ...world, requests: [...world.requests, request], sender: { at: 'waiting', of, attemptId, bytes } }
}

function hears(law: Law, world: World, { of, attemptId, bytes }: At<'claimed' | 'waiting'>, ending: Ending): World {
  return { ...world, sender: { at: 'answered', of, attemptId, bytes, outcome: law.outcomeOf(ending) } }
}

/** Stores the result of an attempt. */
export function store(law: Law, world: World, sender: At<'answered'>): World {
  const { of, attemptId, outcome } = sender
  const next = after(law, world, of, law.settle(recordOf(world, of), attemptId, outcome, 0))
  const settled = ended({ ...next, sender: idle }, attemptId, outcome.kind === 'unsent' ? 'unsent' : 'other')
  return outcome.kind === 'unsent' ? forgotten(settled, attemptId) : settled
}

/** Attempts that have left no trace do not count towards the limit. */
function forgotten(world: World, attemptId: string): World {
  const isOf = (thing: { readonly attemptId: string }) => thing.attemptId === attemptId
  const isLast = world.attempts.at(-1)?.id === attemptId
  return isLast && !world.requests.some(isOf) && !world.answers.some(isOf)
    ? { ...world, attempts: world.attempts.slice(0, -1) }
    : world
}

const without = (world: World, answer: World['answers'][number]): World => ({
  ...world,
  answers: world.answers.filter((other) => other !== answer),
})

/** The sender is gone. Its requests may still arrive. */
export const orphaned = (world: World): World => ({
  ...world,
  requests: world.requests.map((request) => ({
    ...request,
    left: Math.min(request.left, ticks.underWayWhenGivenUp),
  })),
})
