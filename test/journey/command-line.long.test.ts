import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { command, commandLine } from '../support/command-line.ts'
import { hangMs } from '../support/hang-limit.ts'
import { spawnGateway } from '../support/process.ts'
import { customer } from '../support/till.ts'
import { freshInstallation } from './installation.ts'

const here = freshInstallation()
const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

const resit = (args: readonly string[], input = '') =>
  command(here.dataDir, args, { env: { INIT_CWD: here.dataDir }, input, timeoutMs: hangMs })

const json = (args: readonly string[], input = '') =>
  JSON.parse(resit([...args, '--json'], input).stdout) as Record<string, unknown>

const shop = {
  COMPANY_GUID: '22222222-2222-4222-8222-222222222222',
  COMPANY_CODE: 'TEH',
  ...customer,
  MSIC_CODE: '56101',
  BUSINESS_ACTIVITY: 'Tea house',
  TIME_ZONE: 'Asia/Kuala_Lumpur',
}

const both = [
  ['while a gateway runs', true],
  ['while none runs', false],
] as const

describe.each(both)('the command line %s', (_when, isRunning) => {
  beforeEach(async () => {
    // The first start binds the directory to its authority and makes its company.
    await here.start()
    if (!isRunning) await here.stop()
  })

  test('makes, lists and revokes tokens; a token is shown once and opens what it says', async () => {
    const token = json(['token', 'create', '--name', 'Till 1', '--scopes', 'submit,read', '--company', 'DEMO'])
    expect(token).toEqual({
      id: expect.any(String) as string,
      name: 'Till 1',
      token: expect.stringMatching(/^rst_[\w-]{43}$/) as string,
      scopes: ['submit', 'read'],
      company: 'DEMO',
    })
    const wide = resit(['token', 'create', '--name', 'T', '--scopes', 'read,admin', '--company', 'DEMO'])
    expect([wide.status, wide.stderr]).toEqual([1, expect.stringContaining('“admin” opens every company')])
    expect(resit(['token', 'list']).stdout).toContain('Till 1')
    expect(resit(['token', 'list']).stdout).not.toContain(String(token['token']))
    const port = here.gateway?.port ?? (await here.start()).port
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/v1/version`, { headers: { authorization: `Bearer ${String(token['token'])}` } })
    expect((await ask()).status).toBe(200)
    expect(resit(['token', 'revoke', String(token['id'])]).status).toBe(0)
    expect((await ask()).status).toBe(401)
    expect(resit(['token', 'revoke', String(token['id'])]).status).toBe(0)
    expect(resit(['token', 'revoke', 'nobody']).status).toBe(1)
  })

  test('sets companies up and says what is wrong with one', () => {
    writeFileSync(join(here.dataDir, 'teh.json'), JSON.stringify(shop))
    expect(json(['company', 'import', 'teh.json'])).toMatchObject({ COMPANY_CODE: 'TEH', TIN: 'C25845632020' })
    expect(resit(['company', 'list']).stdout).toMatch(/DEMO[\s\S]*TEH/)
    // An outlet imports the company that its head office exported, so both have the same.
    const exported = resit(['company', 'export', 'TEH']).stdout
    writeFileSync(join(here.dataDir, 'outlet.json'), exported)
    expect(json(['company', 'import', 'outlet.json'])).toMatchObject({ COMPANY_CODE: 'TEH' })
    expect(resit(['company', 'export', 'TEH']).stdout).toBe(exported)
    expect(resit(['company', 'export', 'NONE'])).toMatchObject({ status: 2, stdout: '' })
    const sample = join(projectRoot, 'examples', 'company.json')
    expect(json(['company', 'import', sample])).toMatchObject({ COMPANY_CODE: 'KEDAI' })
    writeFileSync(join(here.dataDir, 'bad.json'), JSON.stringify({ ...shop, TIN: '?', MSIC_CODE: undefined }))
    const bad = resit(['company', 'import', 'bad.json'])
    expect(bad).toMatchObject({ status: 1, stdout: '' })
    expect(bad.stderr).toContain('/TIN')
    expect(bad.stderr).toContain('/MSIC_CODE')
    const { POSTCODE: _, ...nowhere } = customer['ADDRESS'] as Readonly<Record<string, unknown>>
    writeFileSync(join(here.dataDir, 'nowhere.json'), JSON.stringify({ ...shop, ADDRESS: nowhere }))
    expect(resit(['company', 'import', 'nowhere.json']).stderr).toContain('/ADDRESS/POSTCODE')
    const twin = { ...shop, COMPANY_GUID: '33333333-3333-4333-8333-333333333333' }
    writeFileSync(join(here.dataDir, 'twin.json'), JSON.stringify(twin))
    expect(resit(['company', 'import', 'twin.json']).stderr).toContain('/COMPANY_CODE')
  })

  test('reports the queue and the health of everything', () => {
    expect(json(['queue'])).toMatchObject({ unsent: 0, in_doubt: 0, oldest_unsent_at: null })
    const { status, stdout } = resit(['doctor'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^ok +storage: /m)
    const nobodySends = /No gateway runs on this data directory/
    for (const said of [stdout, resit(['queue']).stdout]) expect(nobodySends.test(said)).toBe(!isRunning)
    expect(json(['verify'])).toMatchObject({ sound: true, findings: [], finding_count: 0 })
  })

  test('backs up into a new file only', () => {
    expect(resit(['backup', 'copy.db']).status).toBe(0)
    expect(statSync(join(here.dataDir, 'copy.db')).size).toBeGreaterThan(4096)
    expect(statSync(join(here.dataDir, 'copy.db')).mode & 0o077).toBe(0)
    const again = resit(['backup', 'copy.db'])
    expect(again).toMatchObject({ status: 1, stdout: '' })
    expect(again.stderr).toContain('/file')
  })

  test('exits 2 with its usage for what it does not know', () => {
    expect(resit(['dance'])).toMatchObject({ status: 2, stderr: expect.stringContaining('resit --help') as string })
    expect(resit(['token', 'create', '--name', 'x']).status).toBe(2)
    expect(resit(['export', '--from', '2026-01-01', '--to', '2026-01-02', '--format', 'xml']).status).toBe(2)
  })

  test('does not do for all what was meant for one: a word too many is refused', () => {
    const { status, stderr } = resit(['pause', 'DEMO'])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('--company CODE') as string })
    expect(json(['queue'])).toMatchObject({ block_reasons: [] })
  })
})

test('a data directory that is spelt wrong is made by no command, and not called well', () => {
  const nowhere = join(here.dataDir, 'nowhere')
  const refused = {
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(`no data directory at ${nowhere}`) as string,
  }
  const days = ['--from', '2026-01-01', '--to', '2026-01-02']
  for (const words of [['queue'], ['doctor'], ['export', ...days], ['restore', 'copy.db'], ['restore'], ['pause']])
    expect(command(nowhere, words)).toMatchObject(refused)
  const tokens = ['token', 'create', '--name', 'Till 1', '--scopes', 'read']
  expect(command(nowhere, tokens)).toMatchObject(refused)
  const env = { ...process.env, RESIT_DATA_DIR: nowhere }
  const byVariable = spawnSync(process.execPath, [commandLine, ...tokens], { encoding: 'utf8', env })
  expect(byVariable).toMatchObject(refused)
  expect(existsSync(nowhere)).toBe(false)
  // A folder of another account.
  mkdirSync(nowhere)
  writeFileSync(join(nowhere, 'holiday.jpg'), '')
  for (const words of [['queue'], ['doctor'], ['verify']]) expect(command(nowhere, words)).toMatchObject(refused)
  expect(readdirSync(nowhere)).toEqual(['holiday.jpg'])
})

test('a variable that is spelt wrong is refused by commands and by the gateway', async () => {
  const wrong = { status: 2, stderr: expect.stringContaining('The nearest is RESIT_PORT.') as string }
  for (const words of [['queue'], ['verify', 'none.ndjson']])
    expect(command(here.dataDir, words, { env: { RESIT_PROT: '1' } })).toMatchObject(wrong)
  await expect(spawnGateway(here.dataDir, { RESIT_PROT: '1' })).rejects.toMatchObject({ exitCode: 2 })
})

test('a place that cannot be is said in words that lead on', () => {
  resit(['operator', 'list'])
  writeFileSync(join(here.dataDir, 'file'), '')
  const asFolder = command(join(here.dataDir, 'file'), ['queue'])
  expect(asFolder).toMatchObject({ status: 4, stderr: expect.stringContaining('a folder is needed') as string })
  const days = ['--from', '2026-01-01', '--to', '2026-01-02']
  const nowhere = command(here.dataDir, ['export', '--documents', ...days, join(here.dataDir, 'no', 'file.ndjson')])
  expect(nowhere.stderr).toContain('in a folder that is there')
})

test('a command tells how it is used, and a word alone which commands begin with it', () => {
  expect(resit(['backup', '--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('backup FILE') as string,
  })
  const { status, stderr } = resit(['token'])
  expect(status).toBe(2)
  expect(stderr).toContain('token revoke ID')
  expect(stderr).not.toContain('backup')
  const late = resit(['--json', 'token', 'list'])
  expect(late).toMatchObject({ status: 2, stderr: expect.stringContaining('comes before “--json”') as string })
})

test('what the command line makes in a directory that others may read is its owner’s alone', () => {
  chmodSync(here.dataDir, 0o755)
  expect(json(['token', 'list'])).toEqual({ items: [] })
  for (const name of ['', 'resit.db']) expect(statSync(join(here.dataDir, name)).mode & 0o077).toBe(0)
})

test('a directory of other things that others may read is refused with what to do', () => {
  chmodSync(here.dataDir, 0o755)
  writeFileSync(join(here.dataDir, 'holiday.jpg'), '')
  expect(resit(['token', 'list'])).toMatchObject({
    status: 4,
    stderr: expect.stringContaining('use a directory of its own') as string,
  })
})

test('its help names every way of keeping documents back, and when one begins by itself', () => {
  const { status, stdout } = resit(['help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ {2}pause \[--company CODE\]/m)
  expect(stdout).toMatch(/^ {2}resume \[--company CODE\]/m)
  expect(stdout).toMatch(/put back that holds unsent documents, sending stays paused until “resume”/)
})

test('what is only asked is answered, and ends well everywhere', () => {
  for (const words of [['--help'], ['help'], ['token', '--help'], ['help', 'token'], ['token', 'create', '--help']])
    expect(command(join(here.dataDir, 'nowhere'), words)).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('token create') as string,
    })
  expect(resit(['--help']).stdout).toContain('Exit codes: 0 ')
  expect(resit(['--version'])).toMatchObject({ status: 0, stdout: '0.1.0\n' })
  for (const program of ['electron/headless/main.ts', 'build/gateway.js', 'build/start.ts']) {
    const run = (flag: string) => spawnSync(process.execPath, [program, flag], { encoding: 'utf8', cwd: projectRoot })
    expect(run('--version')).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' })
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--authority') as string })
  }
})

test('hints can be typed as they stand: they name the data directory, where it is not the usual one', async () => {
  expect(resit(['token', 'list']).stdout).toContain(`“resit token create --data-dir ${here.dataDir}”`)
  expect(resit(['token', 'list', '--json']).stdout).not.toContain('--data-dir')
  const usual = join(here.dataDir, 'share', 'resit')
  mkdirSync(usual, { recursive: true, mode: 0o700 })
  const env = { ...process.env, XDG_DATA_HOME: join(here.dataDir, 'share') }
  const there = spawnSync(process.execPath, [commandLine, 'token', 'list'], { encoding: 'utf8', env })
  expect([there.status, there.stdout]).toEqual([0, expect.stringContaining('“resit token create”')])
})

test('a command speaks of its flags, not of requests, and says what is allowed', async () => {
  const refused = resit(['token', 'create', '--name', 'x', '--scopes', 'submit,all'])
  const allowed = 'submit, read, void, cancel, taxpayer, monitor, admin'
  expect(refused).toMatchObject({
    status: 1,
    stderr: `Nothing was done. This has to be put right:\n  --scopes: This value is not one of those allowed: ${allowed}.\n`,
  })
  const malay = command(here.dataDir, ['operator', 'add', '--name', 'Siti', '--role', 'boss'], {
    input: '283746\n',
    env: { LANG: 'ms_MY.UTF-8' },
  })
  expect(malay.stderr).toContain('--role: Nilai ini bukan yang dibenarkan: cashier, supervisor, owner.')
  await here.start()
  const fault = resit(['practice', 'fault', 'tired'])
  expect([fault.status, fault.stderr]).toEqual([1, expect.stringMatching(/allowed: away, .*, none\./)])
  expect(resit(['practice', 'fault', '{"kind":"throttle"}']).stderr).toContain('/seconds: ')
})
