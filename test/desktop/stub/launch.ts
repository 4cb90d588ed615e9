// Starts a program as Electron does: `launch.ts PROGRAM ARGUMENTS…` imports the entry module, and only after its
// evaluation comes `ready`.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { appCodeLoaded } from './ready.ts'

process.argv.splice(1, 1)
const [, program = ''] = process.argv
await import(pathToFileURL(entryOf(program)).href)
appCodeLoaded()

function entryOf(place: string): string {
  if (!statSync(place).isDirectory()) return place
  const { main } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { readonly main: string }
  return join(place, main)
}
