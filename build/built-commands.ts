import { existsSync, globSync, mkdirSync, mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildInChild } from './child-build.ts'
import { root } from './root.ts'
import { takePlace } from './screens.ts'

const builds = join(root, '.build')
const place = join(builds, 'commands')
const program = join(place, 'resit.js')
const sources = [
  'electron/**/*',
  'shared/**/*',
  'build/vite.{gateway.config,modules}.ts',
  'package.json',
  'package-lock.json',
]

/**
 * The `resit` commands for tests, which give hundreds of them: built where a source is newer, each takes two thirds
 * of what it takes from its sources. What is documented is tried from the sources, as a shop gives its commands.
 * @returns the program to start
 * @throws Error where it cannot be built
 */
export async function builtCommands(): Promise<string> {
  const builtAt = existsSync(program) ? statSync(program).mtimeMs : 0
  if (!globSync(sources, { cwd: root }).some((file) => statSync(join(root, file)).mtimeMs > builtAt)) return program
  mkdirSync(builds, { recursive: true })
  const aside = mkdtempSync(join(builds, 'commands-'))
  await buildInChild('commands', aside)
  takePlace(aside, place, program)
  return program
}
