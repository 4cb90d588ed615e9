import { type Area, areaOf, areas, type EntryId, entryIds, faults, isEntryId } from './entries.ts'
import { goal } from './goal.ts'
import { notYet } from './not-yet.ts'
import type { BoundTitle } from './titles.ts'

export interface Count {
  readonly automated: number
  readonly entries: number
}

/** The number of faults in these areas that a test names. */
export function countAutomated(titles: readonly BoundTitle[], ofAreas: readonly Area[] = goal.areas): Count {
  const named = new Set(titles.flatMap(({ ids }) => ids))
  const entries = entryIds.filter((id) => ofAreas.includes(areaOf(id)))
  return { automated: entries.filter((id) => named.has(id)).length, entries: entries.length }
}

/** The gaps of the catalogue, a sentence for each. */
export function findGaps(titles: readonly BoundTitle[]): readonly string[] {
  const named = new Set(titles.flatMap(({ ids }) => ids))
  const { automated, entries } = countAutomated(titles)
  return [
    ...(automated < goal.leastAutomated
      ? [`only ${automated} of ${entries} of ${goal.areas.join(', ')} are automated`]
      : []),
    ...entryIds.filter((id) => !named.has(id) && !notYet[id]).map((id) => `${id} has neither a test nor a reason`),
    ...entryIds
      .filter((id) => named.has(id) && notYet[id])
      .map((id) => `${id} has a test, and a reason for having none`),
  ]
}

/** IDs in titles that the catalogue does not have, with their title. */
export const unknownIds = (titles: readonly BoundTitle[]): readonly string[] =>
  titles.flatMap(({ file, text, ids }) => ids.filter((id) => !isEntryId(id)).map((id) => `${id}: ${file}: ${text}`))

/** The catalogue as a Markdown document. */
export function render(titles: readonly BoundTitle[]): string {
  const { automated, entries } = countAutomated(titles)
  const all = countAutomated(titles, Object.keys(areas) as Area[])
  return [
    '# Catalogue of faults',
    '',
    'Written by `npm run catalogue` from the titles of the tests, which all have to pass; not by hand.',
    'A test names the faults it shows at the end of its title. A fault that no test shows says why.',
    'Each fault in a few words, and what holds against all of its kind, is in `docs/faults.md`.',
    '',
    `${all.automated} of ${all.entries} faults are shown by a test; of ${goal.areas.join(', ')} ${automated} of ${entries}.`,
    ...(Object.keys(areas) as Area[]).flatMap((area) => sectionOf(area, titles)),
    '',
  ].join('\n')
}

function sectionOf(area: Area, titles: readonly BoundTitle[]): readonly string[] {
  const rows = entryIds.filter((id) => areaOf(id) === area)
  return [
    '',
    `## ${area}: ${areas[area]}`,
    '',
    '| id | fault | shown by |',
    '|---|---|---|',
    ...rows.map((id) => `| ${id} | ${faults[id]} | ${cellOf(id, titles)} |`),
  ]
}

function cellOf(id: EntryId, titles: readonly BoundTitle[]): string {
  const tests = titles.filter(({ ids }) => ids.includes(id))
  if (tests.length === 0) return `not automated: ${notYet[id] ?? 'nobody has written down why'}`
  return tests.map(nameOf).join('<br>')
}

/** The file and title of a test, as the document names it. */
const nameOf = ({ file, text }: BoundTitle): string => `${file} “${escape(text)}”`

const escape = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')
