import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reference } from '../shared/api/openapi/reference.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = join(root, 'reports', 'openapi.json')

function write(): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(reference(), null, 2)}\n`)
}

/** Says on the screen what is wrong with the document. Returns the linter's exit code. */
function lint(): number {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const args = [cli, 'lint', file, '--config', join(root, 'build', 'redocly.yaml')]
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    // It would call home and look for a newer version of itself.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}

write()
process.exitCode = lint()
