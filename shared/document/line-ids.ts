import { type Finding, finding } from './finding.ts'
import type { Line } from './sale.ts'

/** Each line's own name, or its place; the next free number where somebody else has that. */
export function lineIds(lines: readonly Line[], count: number): readonly string[] {
  if (lines.every(({ lineId }) => lineId === undefined)) return Array.from({ length: count }, (_, at) => String(at + 1))
  const taken = new Set(lines.flatMap(({ lineId }) => lineId ?? []))
  let last = 0
  return Array.from({ length: count }, (_, at) => {
    const own = lines[at]?.lineId
    if (own !== undefined) return own
    last = Math.max(last, at)
    do last += 1
    while (taken.has(String(last)))
    return String(last)
  })
}

export function checkLineIds(lines: readonly Line[], findings: Finding[]): void {
  if (lines.every(({ lineId }) => lineId === undefined)) return
  const seen = new Set<string>()
  lines.forEach(({ lineId }, at) => {
    if (lineId === undefined) return
    if (seen.has(lineId)) findings.push(finding(['lines', at, 'lineId'], 'line_id_repeated'))
    seen.add(lineId)
  })
}
