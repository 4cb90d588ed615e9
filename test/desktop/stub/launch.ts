// launch.ts PROGRAM ARGUMENTS…: starts a program as Electron does. It imports the entry module, and `ready` comes only
// after the module was evaluated
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
