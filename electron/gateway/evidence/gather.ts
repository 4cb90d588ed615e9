import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { type Day, dayOf } from '../../../shared/domain/calendar.ts'
import type { KeptJournalLine } from '../journal-at-rest.ts'
import { type AttemptShown, Attempts } from './attempts.ts'
import { type ClockSign, ClockSigns } from './clock.ts'
import { Connectivity, type Spell } from './connectivity.ts'
import { type Head, headOf, isOpen, kindOfActor } from './head.ts'
import type { ChainLine, Manifest } from './manifest.ts'
import { timeZone } from './readme.ts'

export interface Period {
  readonly from: Day
  readonly to: Day
}

type Lines = Generator<KeptJournalLine, boolean>
type Place = Manifest['journal']['before']

/** What the journal says of a period. */
export interface Gathered {
  readonly journal: Manifest['journal']
  readonly attempts: readonly AttemptShown[]
  readonly connectivity: readonly Spell[]
  readonly clock: readonly ClockSign[]
}

interface Bounds {
  readonly period: { readonly first: number; readonly last: number } | null
  readonly end: Place
  readonly isWhole: boolean
}

/** The anchor's line and chain as its file says them. */
export function anchorOf(text: string | null): Place | null {
  if (text === null) return null
  try {
    const { line, head } = JSON.parse(text) as { readonly line: number; readonly head: string }
    return { line, chain: head }
  } catch {
    // A broken anchor is shown as it is, and anchors nothing.
    return null
  }
}

/** From the first line that is of these days to the last; what stands between belongs to it, whatever the clock said. */
function boundsOf(lines: Lines, { from, to }: Period): Bounds {
  let period = null as Bounds['period']
  let end: Place = { line: 0, chain: '0'.repeat(64) }
  for (let step = lines.next(); ; step = lines.next()) {
    if (step.done) return { period, end, isWhole: step.value }
    const { line, chain, head } = step.value
    const day = dayOf(headOf(head).at, timeZone)
    if (day >= from && day <= to) period = { first: period?.first ?? line, last: line }
    end = { line, chain: chain.toString('hex') }
  }
}

/** Reads the journal twice: its place in time is known only when all of it was seen. */
export function gather(read: () => Lines, anchorText: string | null, days: Period): Gathered {
  const { period, end, isWhole } = boundsOf(read(), days)
  const anchor = anchorOf(anchorText)
  const attempts = new Attempts()
  const connectivity = new Connectivity()
  const clock = new ClockSigns()
  const numbers = new Map<number, string>()
  const first = Math.min(period?.first ?? end.line + 1, (anchor?.line ?? end.line) + 1)
  const last = Math.min(Math.max(period?.last ?? 0, anchor?.line ?? 0), end.line)
  let before: Place = { line: 0, chain: '0'.repeat(64) }
  let lastPlace = before
  for (const { line, chain, head: text } of read()) {
    if (line > last) break
    const head = headOf(text)
    const number = numberIn(head)
    if (number !== null && head.record !== undefined) numbers.set(head.record, number)
    lastPlace = { line, chain: chain.toString('hex') }
    if (line < first) before = lastPlace
    if (period === null || line < period.first || line > period.last) continue
    attempts.add(head, (record) => numbers.get(record) ?? null)
    connectivity.add(head)
    clock.add(head)
  }
  return {
    journal: { before, last: lastPlace, period, anchor, readable_to: end.line, is_whole: isWhole },
    attempts: attempts.all,
    connectivity: connectivity.all,
    clock: clock.all,
  }
}

function numberIn({ facts }: Head): string | null {
  const content = facts['content'] as { readonly documentNumber?: string } | undefined
  return content?.documentNumber ?? null
}

/** The lines of chain.ndjson, in order. */
export function* chainLines(read: () => Lines, { before, last, period }: Manifest['journal']): Generator<ChainLine> {
  for (const kept of read()) {
    if (kept.line <= before.line) continue
    if (kept.line > last.line) return
    const link = { line: kept.line, chain: kept.chain.toString('hex') }
    yield period && kept.line >= period.first && kept.line <= period.last ? { ...link, ...shownOf(kept) } : link
  }
}

function shownOf(kept: KeptJournalLine): Partial<ChainLine> {
  const head = headOf(kept.head)
  if (isOpen(kept, head)) return { head: kept.head }
  const { at, type, by, record, attempt } = head
  return {
    at: toWire(at),
    type,
    by: kindOfActor(by),
    ...(record !== undefined && { record }),
    ...(attempt && { document_sha256: attempt.sha256 }),
  }
}
