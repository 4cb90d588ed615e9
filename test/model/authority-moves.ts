import { type Ending, type Entry, type Move, type Request, type Setting, ticks, type World } from './world.ts'

/**
 * Moves of the network and the authority: requests arrive, get lost or are repeated, and the authority processes them.
 */
export function* authorityMoves(world: World, setting: Setting): Iterable<Move> {
  for (const request of world.requests) {
    const rest = { ...world, requests: world.requests.filter((other) => other !== request) }
    yield* deliveries(rest, request, setting)
    yield { name: 'the request gets lost', to: rest }
  }
  yield* validations(world, setting)
}

function* deliveries(world: World, request: Request, setting: Setting): Iterable<Move> {
  for (const { name, to, ending } of arrivals(world, request, setting)) {
    const { attemptId, of } = request
    const isWaiting = world.sender.at === 'waiting' && world.sender.attemptId === attemptId
    const answer = { attemptId, of, ending, left: setting.answersLast }
    yield { name, to: { ...to, answers: [...to.answers, answer] } }
    if (setting.repeatsRequests && isWaiting && !request.isCopy)
      yield { name: `${name}, and is sent again`, to: { ...to, requests: [...to.requests, copyOf(request)] } }
  }
}

/** A repeated request arrives at once: within the time that the authority remembers its payload. */
const copyOf = (request: Request): Request => ({
  ...request,
  isCopy: true,
  left: Math.min(request.left, ticks.underWayWhenGivenUp),
})

interface Arrival {
  readonly name: string
  readonly to: World
  readonly ending: Ending
}

/** myinvois 2, E2: the request is turned away, its payload came before, the document is refused, or it is accepted. */
function* arrivals(world: World, request: Request, { detectsDuplicates }: Setting): Iterable<Arrival> {
  const { bytes } = request
  if (detectsDuplicates && world.payloads.some((payload) => payload.bytes === bytes))
    return yield { name: 'arrives: repeated', to: world, ending: { kind: 'repeated' } }
  const remembered = detectsDuplicates ? { ...world, payloads: [...world.payloads, { bytes, age: 0 }] } : world
  const entry = entryFor(world, request, detectsDuplicates)
  const taken = { ...remembered, ledger: [...world.ledger, entry] }
  yield { name: 'arrives: accepted', to: taken, ending: { kind: 'accepted', uuid: entry.uuid } }
  yield { name: 'arrives: rejected', to: remembered, ending: { kind: 'rejected' } }
  yield { name: 'arrives: turned away', to: world, ending: { kind: 'turned_away' } }
}

function entryFor({ ledger }: World, { of, revision, bytes }: Request, detectsDuplicates: boolean): Entry {
  const isDouble =
    detectsDuplicates && ledger.some((entry) => entry.bytes === bytes && entry.age < ticks.duplicateWindow)
  return {
    uuid: `UUID-${ledger.length + 1}`,
    of,
    revision,
    bytes,
    status: 'pending',
    isDouble,
    age: 0,
    validFor: 0,
    cancelledBy: null,
  }
}

/** Validations run later, in order of arrival. A duplicate becomes invalid, even if it has other faults. */
function* validations(world: World, { cancelsElsewhere }: Setting): Iterable<Move> {
  const at = world.ledger.findIndex(({ status }) => status === 'pending')
  const pending = world.ledger[at]
  if (pending) {
    if (!pending.isDouble) yield { name: 'found valid', to: marked(world, at, 'valid') }
    yield { name: 'found invalid', to: marked(world, at, 'invalid') }
  }
  if (!cancelsElsewhere) return
  for (const [valid, { status }] of world.ledger.entries())
    if (status === 'valid') yield { name: 'cancelled on the portal', to: marked(world, valid, 'cancelled') }
}

const marked = (world: World, at: number, status: Entry['status']): World => ({
  ...world,
  ledger: world.ledger.map((entry, index) =>
    index === at ? { ...entry, status, cancelledBy: status === 'cancelled' ? 'portal' : null } : entry,
  ),
})
