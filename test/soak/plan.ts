import type { Checkpoint } from '../../electron/gateway/platform/crash-points.ts'
import { type Chance, chanceOf } from '../faults/chance.ts'
import { drawStrike, type Strike } from '../faults/mishaps.ts'
import type { ProxyFault } from '../support/fault-proxy.ts'

/** Mishaps of computer, gateway or network, one after the other. */
export type Mishap =
  | { readonly kind: 'kill'; readonly afterMs: number }
  | { readonly kind: 'stop' }
  /** At the nth time that the gateway passes the checkpoint. */
  | { readonly kind: 'crash'; readonly point: Checkpoint; readonly nth: number }
  | (Trouble & Spell)
  /** Clock, disk and network at once. */
  | ({ readonly kind: 'storm'; readonly troubles: readonly Trouble[] } & Spell)
  | { readonly kind: 'line'; readonly fault: LineFault; readonly times: number }

/** Troubles that last for a while. */
export type Trouble =
  | ({ readonly kind: 'clock'; readonly isTillsToo: boolean } & ClockStep)
  /** With `refills` the room that the gateway frees is filled too. */
  | { readonly kind: 'full_disk'; readonly refills: boolean }
  | { readonly kind: 'outage'; readonly how: 'refused' | 'hung' }

export interface Spell {
  readonly forMs: number
  /** The gateway is killed in the middle, and must start under this trouble. */
  readonly isKilled: boolean
}

interface ClockStep {
  /** In the form of libfaketime. */
  readonly offset: string
  readonly aheadMs: number
}

/** Faults of the next documents on their way. A delay is shorter than any quarantine. */
export type LineFault =
  | Exclude<ProxyFault, { readonly kind: 'delay' | 'rewrite' | 'instead' }>
  | { readonly kind: 'late'; readonly ms: number }

export interface Pace {
  readonly mishap: Mishap
  /** The pause before the next mishap. */
  readonly restMs: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const clockSteps: readonly ClockStep[] = [
  { offset: '-3m', aheadMs: -3 * minuteMs },
  { offset: '-9m', aheadMs: -9 * minuteMs },
  { offset: '-3d', aheadMs: -3 * dayMs },
  { offset: '+2h', aheadMs: 120 * minuteMs },
  { offset: '+3d', aheadMs: 3 * dayMs },
  { offset: '+10y', aheadMs: 3650 * dayMs },
]

/** How often a gateway may pass a checkpoint before it dies there. One that it passes only once has 0. */
const crashPlaces: Readonly<Record<Checkpoint, number>> = {
  submission_stored: 12,
  void_stored: 2,
  building: 5,
  claimed: 5,
  practice_took_submit: 3,
  answered: 5,
  cancel_requested: 2,
  cancel_asking: 2,
  practice_took_changeState: 2,
  cancel_answered: 2,
  drop_submitted: 0,
  drop_answered: 0,
  webhook_posted: 0,
  mail_taken_up: 0,
  mail_sending: 0,
  mail_sent: 0,
  consolidation_begun: 2,
  consolidation_document_stored: 2,
  consolidation_followed: 2,
  consolidation_finished: 2,
  migration_step: 0,
  opening: 0,
}

const crashPoints = Object.keys(crashPlaces) as readonly Checkpoint[]

/** For the two points outside the gateway, the moment is taken from the network. */
const kinds: readonly ((chance: Chance) => Mishap)[] = [
  ...crashPoints
    .filter((point) => crashPlaces[point] > 0)
    .map((point) => (chance: Chance) => ({ kind: 'crash', point, nth: 1 + chance.upTo(crashPlaces[point]) }) as const),
  (chance) => ({ kind: 'kill', afterMs: chance.upTo(1_500) }),
  (chance) => ({ kind: 'kill', afterMs: chance.upTo(200) }),
  () => ({ kind: 'stop' }),
  ...clockSteps.map((step) => (chance: Chance) => ({
    kind: 'clock' as const,
    ...step,
    ...spellOf(chance),
    isTillsToo: chance.isIn(0.5),
  })),
  (chance) => ({ kind: 'full_disk', refills: chance.isIn(0.5), ...spellOf(chance) }),
  (chance) => ({ kind: 'full_disk', refills: chance.isIn(0.5), ...spellOf(chance) }),
  (chance) => ({ kind: 'outage', how: 'refused', ...spellOf(chance) }),
  (chance) => ({ kind: 'outage', how: 'hung', ...spellOf(chance) }),
  (chance) => ({ kind: 'storm', troubles: stormOf(chance), ...spellOf(chance) }),
  (chance) => ({ kind: 'storm', troubles: stormOf(chance), ...spellOf(chance), isKilled: true }),
  (chance) => lineWith(chance, { kind: 'swallow' }),
  (chance) => lineWith(chance, { kind: 'reset_request', after: chance.upTo(4_000) }),
  (chance) => lineWith(chance, { kind: 'reset_answer', after: chance.upTo(600) }),
  (chance) => lineWith(chance, { kind: 'cut_answer', after: chance.upTo(600) }),
  (chance) => lineWith(chance, { kind: 'trickle', bytes: 40, everyMs: 20 }),
  (chance) => lineWith(chance, { kind: 'late', ms: 200 + chance.upTo(1_500) }),
  (chance) => lineWith(chance, { kind: 'duplicate' }),
]

/** In the order in which they begin. They end in the opposite order. */
const stormOf = (chance: Chance): readonly Trouble[] =>
  shuffled<Trouble>(
    [
      { kind: 'clock', ...chance.one(clockSteps), isTillsToo: chance.isIn(0.5) },
      { kind: 'full_disk', refills: chance.isIn(0.5) },
      { kind: 'outage', how: chance.one(['refused', 'hung'] as const) },
    ],
    chance,
  )

const spellOf = (chance: Chance): Spell => ({ forMs: 1_000 + chance.upTo(2_500), isKilled: chance.isIn(0.35) })

const lineWith = (chance: Chance, fault: LineFault): Mishap => ({ kind: 'line', fault, times: 1 + chance.upTo(3) })

/** An endless plan, a pure function of the seed. Every kind comes once before any comes again. */
export function* planOf(seed: number): Generator<Pace, never> {
  const chance = chanceOf(seed + 4)
  for (;;) {
    const round = shuffled(kinds, chance)
    for (const draw of round) yield { mishap: draw(chance), restMs: 300 + chance.upTo(1_500) }
  }
}

/** The authority's mishaps, and the time until the next. */
export function* strikesOf(seed: number): Generator<{ readonly strike: Strike; readonly restMs: number }, never> {
  const chance = chanceOf(seed + 1)
  for (;;) yield { strike: drawStrike(chance), restMs: 400 + chance.upTo(2_000) }
}

function shuffled<Thing>(things: readonly Thing[], chance: Chance): readonly Thing[] {
  return things
    .map((thing) => ({ thing, place: chance.fraction() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
}
