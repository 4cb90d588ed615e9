// npm run attack -- [--seconds 60]: twelve tills sell while everything without a token, and a careless owner, is at work
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from '../support/command-line.ts'
import { spawnGateway } from '../support/process.ts'
import { quantile, sellAt } from './tills.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' } } })
const seconds = Number(values.seconds ?? 60)
const tills = 12
const mostP99Ms = 250
const mostSilentMs = 60_000
const nobody = 65_534
const isRoot = process.getuid?.() === 0

const place = mkdtempSync(join(tmpdir(), 'resit-attack-'))
const gateway = await spawnGateway(place, { RESIT_LOG_LEVEL: 'fatal' })
const made = command(place, ['token', 'create', '--name', 'Tills', '--scopes', 'submit,read', '--json'])
const { token } = JSON.parse(made.stdout) as { readonly token: string }
const control = readFileSync(join(place, 'control.token'), 'utf8')

const operate = (path: string, body?: object) =>
  fetch(`http://127.0.0.1:${gateway.port}/operator/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${control}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Backups to where none can be, over and over. */
async function backUpBadly(signal: AbortSignal): Promise<void> {
  const bad = ['/dev/full/a.db', '/proc/a.db', join(place, 'no', 'such', 'a.db'), '/dev/full']
  for (let at = 0; !signal.aborted; at += 1) {
    await operate('/backup', { file: bad[at % bad.length] }).then(
      (answer) => answer.text(),
      () => '',
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** @returns after how long health told of somebody's attempts; null where it did not */
async function toldAfter(signal: AbortSignal): Promise<number | null> {
  const begun = performance.now()
  while (!signal.aborted) {
    const alerts = await operate('/health').then(
      async (answer) =>
        ((await answer.json()) as { readonly alerts?: readonly { readonly code: string }[] }).alerts ?? [],
      () => [],
    )
    const told = alerts.find(({ code }) => ['wrong_tokens', 'wrong_pins', 'connections_full'].includes(code))
    if (told) return performance.now() - begun
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return null
}

const load = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
const isBusy = (loadavg()[0] ?? 0) > availableParallelism() / 2
let isGood = false
const attacker = { end: () => false }
try {
  console.log(`load of this machine before: ${load()}`)
  const quiet = await sellAt(gateway.port, token, { tills, ms: (seconds * 1_000) / 3, name: 'quiet' })
  const script = join(import.meta.dirname, 'attacker.ts')
  if (!isRoot) console.warn('SKIPPED: the attacker is no other Unix user, because this is not run as root')
  const child = spawn(process.execPath, [script, String(gateway.port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  attacker.end = () => child.kill('SIGKILL')
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the attacker could not begin')))
  })
  const over = new AbortController()
  const careless = backUpBadly(over.signal)
  const told = toldAfter(over.signal)
  const attacked = await sellAt(gateway.port, token, { tills, ms: seconds * 1_000, name: 'attacked' })
  over.abort()
  const [toldMs] = [await told, await careless]
  attacker.end()
  const [before, during] = [quantile(quiet.waits, 0.99), quantile(attacked.waits, 0.99)]
  const unanswered = [...quiet.unanswered, ...attacked.unanswered]
  console.log(`quiet: ${quiet.waits.length} sales, p99 ${before.toFixed(0)} ms`)
  console.log(
    `attacked: ${attacked.waits.length} sales, p99 ${during.toFixed(0)} ms (${(during / before).toFixed(1)} times), longest ${Math.max(...attacked.waits).toFixed(0)} ms`,
  )
  console.log(
    `unanswered: ${unanswered.length}${unanswered.length > 0 ? ` (${unanswered.slice(0, 5).join(', ')})` : ''}`,
  )
  console.log(`health told of it after ${toldMs === null ? 'never' : `${(toldMs / 1_000).toFixed(1)} s`}`)
  console.log(`load of this machine after: ${load()}`)
  // Where others had the processors before it began, how long a sale took says nothing of the gateway.
  if (isBusy) console.warn('NOT JUDGED: the waits, because this machine was busy with something else before')
  const isQuick = isBusy || during < mostP99Ms
  isGood = unanswered.length === 0 && isQuick && toldMs !== null && toldMs < mostSilentMs
} finally {
  attacker.end()
  await gateway.stop('SIGTERM')
  rmSync(place, { recursive: true, force: true })
}
console.log(isGood ? 'held' : 'NOT HELD')
process.exitCode = isGood ? 0 : 1
