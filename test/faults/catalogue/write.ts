import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/fences.ts'
import { readResults } from './results.ts'
import { countAutomated, findGaps, render, showing } from './table.ts'
import { readTitles } from './titles.ts'

/** Writes the catalogue from the last runs of all tests: `npm test`, or each project by itself, comes before. */
const titles = readTitles()
const files = readResults()
writeFileSync(join(root, 'test/faults/CATALOGUE.md'), render(titles, files))

const tests = [...showing(titles, files).values()].flat()
const { automated, entries } = countAutomated(titles)
console.log(`${automated} of ${entries} faults of storage, process, authority and queue are shown by a test`)
for (const gap of findGaps(titles)) console.log(gap)
for (const { file, text, ending } of new Set(tests))
  if (ending === 'failed' || ending === 'not run') console.log(`${ending}: ${file} “${text}”`)
