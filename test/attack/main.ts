// npm run attack -- [--seconds 60]: twelve tills sell during all attacks that need no token, and while an owner makes
// careless settings
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeCertificateAuthority } from '../support/certificates.ts'
import { command } from '../support/command-line.ts'
import { startPostgres } from '../support/postgres.ts'
import { spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { quantile, sellAt } from './tills.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string' } } })
const seconds = Number(values.seconds ?? 60)
const tills = 12
const mostP99Ms = 250
/** Below this time, twice as long may be chance. */
const leastP99Ms = 10
const mostSilentMs = 60_000
const nobody = 65_534
const isRoot = process.getuid?.() === 0

const place = mkdtempSync(join(tmpdir(), 'resit-attack-'))
const authority = makeCertificateAuthority('An authority of a chain')
const { cert, key } = authority.issue({ names: ['localhost'] })
const [certFile, keyFile] = [join(place, 'cert.pem'), join(place, 'key.pem')]
writeFileSync(certFile, cert)
writeFileSync(keyFile, key, { mode: 0o600 })
const shop = join(place, 'shop')
const database = await startPostgres()
const gateway = await spawnGateway(shop, { RESIT_LOG_LEVEL: 'fatal' })
// Only a head office answers other computers.
const office = await spawnHeadOffice(join(place, 'office'), {
  RESIT_LOG_LEVEL: 'fatal',
  RESIT_POSTGRES_URL: await database.database(),
  RESIT_LISTEN: '127.0.0.1:0',
  RESIT_TLS_CERTIFICATE: certFile,
  RESIT_TLS_KEY: keyFile,
  RESIT_TLS_HOSTS: 'localhost',
})
const tlsPort = Number(new URL(String(office.ready['network_url'])).port)
const tokenWith = (scopes: string, dataDir = shop): string => {
  const made = command(dataDir, ['token', 'create', '--name', scopes, '--scopes', scopes, '--json'])
  return (JSON.parse(made.stdout) as { readonly token: string }).token
}
const adminToken = tokenWith('admin')
const control = readFileSync(join(shop, 'control.token'), 'utf8')
const [here, outlets] = [
  { port: gateway.port, token: tokenWith('submit,read') },
  { port: tlsPort, token: tokenWith('submit,read', join(place, 'office')), ca: authority.certificatePem },
]

const operate = (path: string, body?: object, bearer = control) =>
  fetch(`http://127.0.0.1:${gateway.port}/operator/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Asks again and again for backups to places that cannot be written. */
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

/**
 * Adds webhooks to addresses inside the network, as a thief with an administrator's token would. @returns how many were
 * accepted
 */
async function addWebhooks(): Promise<number> {
  const inside = [
    '0.0.0.0',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.0.5',
    '[::]',
    '[::ffff:169.254.169.254]',
    '[fe80::1]',
  ]
  for (const url of ['http://127.0.0.1:9/', 'https://thief.example/', ...inside.map((host) => `https://${host}/`)]) {
    await operate('/webhooks', { url }, adminToken)
    if (url.startsWith('https:')) await operate('/webhooks', { url })
  }
  return ((await (await operate('/webhooks')).json()) as { readonly items: readonly object[] }).items.length
}

/** @returns how long it took until health reported the attempts; null if it never did */
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
  const phase = { tills, ms: (seconds * 1_000) / 3 }
  const quiet = await sellAt(here, { ...phase, name: 'quiet' })
  const quietOutlets = await sellAt(outlets, { ...phase, name: 'outlet' })
  const script = join(import.meta.dirname, 'attacker.ts')
  if (!isRoot) console.warn('SKIPPED: the attacker is no other Unix user, because this is not run as root')
  const attack = async (...more: readonly string[]) => {
    const child = spawn(process.execPath, [script, String(gateway.port), String(tlsPort), ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(isRoot && { uid: nobody, gid: nobody }),
    })
    attacker.end = () => child.kill('SIGKILL')
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve)
      child.once('error', reject)
      child.once('exit', () => reject(new Error('the attacker could not begin')))
    })
  }
  await attack('idle')
  const heldOutlets = await sellAt(outlets, { ...phase, name: 'held' })
  attacker.end()
  await attack()
  const over = new AbortController()
  const careless = backUpBadly(over.signal)
  const told = toldAfter(over.signal)
  const webhooks = addWebhooks()
  const attacked = await sellAt(here, { tills, ms: seconds * 1_000, name: 'attacked' })
  over.abort()
  const [toldMs] = [await told, await careless]
  attacker.end()
  const [before, during] = [quantile(quiet.waits, 0.99), quantile(attacked.waits, 0.99)]
  const [outletsBefore, outletsHeld] = [quantile(quietOutlets.waits, 0.99), quantile(heldOutlets.waits, 0.99)]
  const unanswered = [quiet, quietOutlets, heldOutlets, attacked].flatMap((day) => day.unanswered)
  console.log(`quiet: ${quiet.waits.length} sales, p99 ${before.toFixed(0)} ms`)
  console.log(
    `attacked: ${attacked.waits.length} sales, p99 ${during.toFixed(0)} ms (${(during / before).toFixed(1)} times), longest ${Math.max(...attacked.waits).toFixed(0)} ms`,
  )
  console.log(
    `outlets over TLS: p99 ${outletsBefore.toFixed(0)} ms, beside idle connections ${outletsHeld.toFixed(0)} ms`,
  )
  console.log(`webhooks taken: ${await webhooks}`)
  console.log(
    `unanswered: ${unanswered.length}${unanswered.length > 0 ? ` (${unanswered.slice(0, 5).join(', ')})` : ''}`,
  )
  console.log(`health told of it after ${toldMs === null ? 'never' : `${(toldMs / 1_000).toFixed(1)} s`}`)
  console.log(`load of this machine after: ${load()}`)
  // If another program used the processors before the run, waiting times prove nothing about the gateway.
  if (isBusy) console.warn('NOT JUDGED: the waits, because this machine was busy with something else before')
  const isQuick = isBusy || (during < mostP99Ms && outletsHeld < 2 * Math.max(outletsBefore, leastP99Ms))
  isGood = unanswered.length === 0 && isQuick && (await webhooks) === 0 && toldMs !== null && toldMs < mostSilentMs
} finally {
  attacker.end()
  await Promise.all([gateway.stop('SIGTERM'), office.stop('SIGTERM')])
  await database.remove()
  rmSync(place, { recursive: true, force: true })
}
console.log(isGood ? 'held' : 'NOT HELD')
process.exitCode = isGood ? 0 : 1
