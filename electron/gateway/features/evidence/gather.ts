import { isUtf8 } from 'node:buffer'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Day, dayOf } from '../../../../shared/domain/calendar.ts'
import type { KeptJournalLine } from '../../installation/journal-at-rest.ts'
import { type AttemptShown, Attempts } from './attempts.ts'
import { type ClockSign, ClockSigns } from './clock.ts'
import { Connectivity, type Spell } from './connectivity.ts'
import { type Head, headOf, isOpen, kindOfActor } from './head.ts'
import type { KeptNumbers } from './kept-numbers.ts'
import type { KeptRows } from './kept-rows.ts'
import type { ChainLine, Manifest } from './manifest.ts'
import { timeZone } from './readme.ts'

export interface Period {
  readonly from: Day
  readonly to: Day
}

/** What a pack is asked for: some days, and of whose documents the attempts are listed. */
export interface Wanted extends Period {
  /** Null for every company; the journal and its proof are one whatever the company. */
  readonly company: { readonly guid: string; readonly code: string } | null
  /** Everything that was kept of these days, nothing masked: what tills sent, and the documents that were sent. */
  readonly hasDocuments?: boolean
}

type Lines = Generator<KeptJournalLine, boolean>
type Place = Manifest['journal']['before']

/** Where what the journal says of a period is kept, so that none of it has to fit into memory. */
export interface Shelves {
  readonly attempts: Pick<KeptRows<AttemptShown>, 'add'>
  readonly connectivity: Pick<KeptRows<Spell>, 'add'>
  readonly clock: Pick<KeptRows<ClockSign>, 'add'>
  /** Of the records whose attempts are listed. */
  readonly numbers: Pick<KeptNumbers, 'keep' | 'of'>
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

/**
 * Reads the journal twice: its place in time is known only when all of it was seen.
 * @param shelves are given what it says of the days
 * @returns its part in the pack
 */
export function gather(
  read: () => Lines,
  anchorText: string | null,
  days: Wanted,
  shelves: Shelves,
): Manifest['journal'] {
  const { period, end, isWhole } = boundsOf(read(), days)
  const anchor = anchorOf(anchorText)
  const attempts = new Attempts((attempt) => {
    if (attempt.document_number !== ofAnother) shelves.attempts.add(attempt)
  })
  const connectivity = new Connectivity((spell) => shelves.connectivity.add(spell))
  const clock = new ClockSigns((sign) => shelves.clock.add(sign))
  const first = Math.min(period?.first ?? end.line + 1, (anchor?.line ?? end.line) + 1)
  const last = Math.min(Math.max(period?.last ?? 0, anchor?.line ?? 0), end.line)
  let before: Place = { line: 0, chain: '0'.repeat(64) }
  let lastPlace = before
  for (const { line, chain, head: text } of read()) {
    if (line > last) break
    const head = headOf(text)
    keepNumber(shelves.numbers, head, days)
    lastPlace = { line, chain: chain.toString('hex') }
    if (line < first) before = lastPlace
    if (period === null || line < period.first || line > period.last) continue
    attempts.add(head, (record) => shelves.numbers.of(record))
    connectivity.add(head)
    clock.add(head)
  }
  attempts.end()
  connectivity.end()
  return { before, last: lastPlace, period, anchor, readable_to: end.line, is_whole: isWhole }
}

/** In the place of a number: no document has it. */
const ofAnother = ''

/** Whose a record is stands where it was received; its number may change later. */
function keepNumber(numbers: Shelves['numbers'], { record, facts }: Head, { company }: Wanted): void {
  const { identity, content } = facts as {
    readonly identity?: { readonly companyGuid: string }
    readonly content?: { readonly documentNumber: string }
  }
  if (record === undefined || (!identity && !content)) return
  const isOfAnother =
    company !== null && (identity ? identity.companyGuid !== company.guid : numbers.of(record) === ofAnother)
  if (isOfAnother) numbers.keep(record, ofAnother)
  else if (content) numbers.keep(record, content.documentNumber)
}

/** The lines of chain.ndjson, in order. */
export function* chainLines(
  read: () => Lines,
  { before, last, period }: Manifest['journal'],
  { hasDocuments = false }: Pick<Wanted, 'hasDocuments'>,
): Generator<ChainLine> {
  const shown = hasDocuments ? wholeOf : shownOf
  for (const kept of read()) {
    if (kept.line <= before.line) continue
    if (kept.line > last.line) return
    const link = { line: kept.line, chain: kept.chain.toString('hex') }
    yield period && kept.line >= period.first && kept.line <= period.last ? { ...link, ...shown(kept) } : link
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

/** All that a line says. What is no text was not sent by a till of this world, and shows its hash alone. */
function wholeOf(kept: KeptJournalLine): Partial<ChainLine> {
  const { head, rest } = kept
  if (!isUtf8(rest)) return shownOf(kept)
  const bodyBytes = headOf(head).body ?? 0
  const text = (from: number, to?: number) => Buffer.from(rest.subarray(from, to)).toString('utf8')
  return {
    head,
    ...(bodyBytes > 0 && { body: text(0, bodyBytes) }),
    ...(rest.length > bodyBytes && { document: text(bodyBytes) }),
  }
}
