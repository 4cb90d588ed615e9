import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { root } from './root.ts'

/** Files and programs that only npm run test:long runs. */
const programs =
  'the three files of screens by keyboard alone, a soak under mishaps, the demo of a head office, the proof of a chain'

/** Says what this run left out, so that a reader does not take it for the whole. */
export function sayWhatIsLeftOut(): void {
  const files = globSync('test/**/*.long.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  console.log(`\nLeft to npm run test:long: ${files.length} files of tests, ${programs}.`)
  const byFolder = Map.groupBy(files.toSorted(), (file) => dirname(file))
  for (const [folder, ofFolder] of byFolder)
    console.log(`  ${folder}: ${ofFolder.map((file) => basename(file, '.long.test.ts')).join(', ')}`)
}
