import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../build/fences.ts'

/** How a test that names faults ended. */
export interface TitleResult {
  /** Of the test or of a group it is in, without the ids. */
  readonly text: string
  readonly ids: readonly string[]
  readonly state: 'passed' | 'failed' | 'skipped'
}

/** The results of one file of tests. */
export interface FileResults {
  readonly file: string
  readonly results: readonly TitleResult[]
}

/** One file each, so that runs of other projects, and of other people, do not overwrite one another. */
const folder = join(root, '.tsbuild', 'catalogue')
const pathOf = (file: string) => join(folder, `${file.replaceAll(/[^\w.-]+/g, '.')}.json`)

/** @param kept what one file of tests came to; without results it is forgotten */
export function keepResults(kept: FileResults): void {
  if (kept.results.length === 0) return rmSync(pathOf(kept.file), { force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(pathOf(kept.file), `${JSON.stringify(kept, null, 1)}\n`)
}

/** Of every run since the folder was emptied, the last one of each file. */
export const readResults = (): readonly FileResults[] =>
  globSync('*.json', { cwd: folder }).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as FileResults)
