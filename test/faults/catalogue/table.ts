import { type Area, areaOf, areas, type EntryId, entryIds, faults, isEntryId } from './entries.ts'
import { goal } from './goal.ts'
import { notYet } from './not-yet.ts'
import type { FileResults, TitleResult } from './results.ts'
import { type BoundTitle, isMadeBy } from './titles.ts'

export type Ending = 'passed' | 'failed' | 'skipped' | 'not run'

/** A title and how its tests ended. */
export interface Shown extends BoundTitle {
  readonly ending: Ending
}

/** What the tests of each fault came to. A title of a table, or of a group, ends as its worst test did. */
export function showing(titles: readonly BoundTitle[], files: readonly FileResults[]): ReadonlyMap<EntryId, Shown[]> {
  const shown = titles.map((title) => ({ ...title, ending: endingOf(resultsFor(title, titles, files)) }))
  return new Map(entryIds.map((id) => [id, shown.filter(({ ids }) => ids.includes(id))]))
}

/** Its own file's; where it stands in a suite that other files run, those of every file that runs it. */
function resultsFor(
  title: BoundTitle,
  titles: readonly BoundTitle[],
  files: readonly FileResults[],
): readonly TitleResult[] {
  const isIt = ({ text, ids }: TitleResult) => ids.join() === title.ids.join() && isMadeBy(title, text)
  const own = files.filter(({ file }) => file === title.file).flatMap(({ results }) => results.filter(isIt))
  if (own.length > 0 || title.file.endsWith('.test.ts')) return own
  const isTheirs = (file: string, { text }: TitleResult) =>
    titles.some((other) => other.file === file && isMadeBy(other, text))
  return files.flatMap(({ file, results }) => results.filter((result) => isIt(result) && !isTheirs(file, result)))
}

function endingOf(results: readonly TitleResult[]): Ending {
  const states = new Set(results.map(({ state }) => state))
  if (states.has('failed')) return 'failed'
  if (states.has('passed')) return 'passed'
  return states.has('skipped') ? 'skipped' : 'not run'
}

export interface Count {
  readonly automated: number
  readonly entries: number
}

/** How many faults of these areas some test names. */
export function countAutomated(titles: readonly BoundTitle[], ofAreas: readonly Area[] = goal.areas): Count {
  const named = new Set(titles.flatMap(({ ids }) => ids))
  const entries = entryIds.filter((id) => ofAreas.includes(areaOf(id)))
  return { automated: entries.filter((id) => named.has(id)).length, entries: entries.length }
}

/** What is wrong with the catalogue as a whole, one sentence each. */
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

/** Ids in titles that are in no row, with their title. */
export const unknownIds = (titles: readonly BoundTitle[]): readonly string[] =>
  titles.flatMap(({ file, text, ids }) => ids.filter((id) => !isEntryId(id)).map((id) => `${id}: ${file}: ${text}`))

/** The catalogue as a document. */
export function render(titles: readonly BoundTitle[], files: readonly FileResults[]): string {
  const shown = showing(titles, files)
  const { automated, entries } = countAutomated(titles)
  const all = countAutomated(titles, Object.keys(areas) as Area[])
  return [
    '# Catalogue of faults',
    '',
    'Written by `node test/faults/catalogue/write.ts` from the titles of the tests and how they last ended; not by hand.',
    'A test names the faults it shows at the end of its title. A fault that no test shows says why.',
    '',
    `${all.automated} of ${all.entries} faults are shown by a test; of ${goal.areas.join(', ')} ${automated} of ${entries}.`,
    ...(Object.keys(areas) as Area[]).flatMap((area) => sectionOf(area, shown)),
    '',
  ].join('\n')
}

function sectionOf(area: Area, shown: ReadonlyMap<EntryId, readonly Shown[]>): readonly string[] {
  const rows = entryIds.filter((id) => areaOf(id) === area)
  return [
    '',
    `## ${areas[area]}`,
    '',
    '| id | fault | shown by |',
    '|---|---|---|',
    ...rows.map((id) => `| ${id} | ${faults[id]} | ${cellOf(id, shown.get(id) ?? [])} |`),
  ]
}

function cellOf(id: EntryId, tests: readonly Shown[]): string {
  if (tests.length === 0) return `not automated: ${notYet[id] ?? 'nobody has written down why'}`
  return tests.map((test) => `${test.ending}: ${nameOf(test)}`).join('<br>')
}

/** As the document names a test: its file and its title. */
export const nameOf = ({ file, text }: BoundTitle): string => `${file} “${escape(text)}”`

const escape = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')

/** The tests that a written catalogue names. */
export const namedIn = (document: string): readonly string[] =>
  [...document.matchAll(/(?:passed|failed|skipped|not run): (test\/\S+ “.*?”)(?=<br>| \|)/g)].map(
    ([, name = '']) => name,
  )
