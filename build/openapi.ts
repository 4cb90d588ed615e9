import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiBuilders } from '../shared/api/openapi/reference.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = Object.entries(openApiBuilders).map(([path, make]) => ({ file: join(root, 'reports', path), make }))

function write(): void {
  mkdirSync(join(root, 'reports'), { recursive: true })
  for (const { file, make } of files) writeFileSync(file, `${JSON.stringify(make(), null, 2)}\n`)
}

/** Prints what is wrong with the documents. @returns the exit code of the linter */
function lint(): number {
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const args = [cli, 'lint', ...files.map(({ file }) => file), '--config', join(root, 'build', 'redocly.yaml')]
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    // Otherwise it looks for a newer version of itself on the network.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_NOTIFICATIONS: 'true' },
    stdio: 'inherit',
  })
  if (error) throw error
  return status ?? 1
}

write()
process.exitCode = lint()
