import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/root.ts'
import { findGaps, render } from './table.ts'
import { readTitles } from './titles.ts'

const titles = readTitles()
writeFileSync(join(root, 'test/faults/CATALOGUE.md'), render(titles))
for (const gap of findGaps(titles)) console.log(gap)
