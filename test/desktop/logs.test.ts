import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { log, logGateway, openLogs } from '../../electron/main/log.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-logs-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const filesOf = (prefix: string) => readdirSync(place).filter((name) => name.startsWith(prefix))

test('what somebody else says cannot begin a line of the log, nor speak to a terminal (SU4)', async () => {
  const hostile = 'a\r\n{"level":60,"msg":"all is lost"}\n\u001b[2J\u001b]0;title\u0007\u0000\u2028\u009b31m'
  await openLogs(place)
  log.error({ err: new Error(hostile), [hostile]: hostile }, hostile)
  const read = () =>
    filesOf('desktop')
      .map((name) => readFileSync(join(place, name), 'utf8'))
      .join('')
  await expect.poll(read).toMatch(/\n$/)
  const lines = read().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, msg: hostile, [hostile]: hostile })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that a terminal obeys.
  expect(lines[0]).not.toMatch(/[\u0000-\u001f]/)
})

test('logs end at ten files of ten megabytes for each process, however much is said (SU5)', async () => {
  await openLogs(place)
  const megabyte = `${'x'.repeat(1024 * 1024 - 1)}\n`
  const sizes = new Map<string, number>()
  // Files that were rotated away count too.
  const writtenBytes = () => {
    for (const name of filesOf('gateway'))
      sizes.set(name, statSync(join(place, name), { throwIfNoEntry: false })?.size ?? sizes.get(name) ?? 0)
    return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
  const full = 10 * 1024 * 1024
  const hasRoom = () => filesOf('gateway').some((name) => (sizes.get(name) ?? 0) < full)
  for (let n = 1; n <= 220; n += 1) {
    logGateway(megabyte)
    // Writes no faster than the disk. Text written while the next file is opened goes into the full file.
    await expect.poll(writtenBytes, { interval: 2 }).toBe(n * megabyte.length)
    await expect.poll(hasRoom, { interval: 2 }).toBe(true)
  }
  // A file may be removed during this check, so it is repeated.
  await expect.poll(() => filesOf('gateway').length).toBe(10)
  expect(Math.max(...sizes.values())).toBeLessThan(full + 2 * megabyte.length)
})

test('a disk that takes no lines of the log does not end the desktop, and it is said once where it can be (SU5)', () => {
  // Every write to this device fails with “disk full”.
  symlinkSync('/dev/full', join(place, 'desktop.1.log'))
  const source = new URL('../../electron/main/log.ts', import.meta.url).href
  const program = `
    const { setTimeout: pause } = await import('node:timers/promises')
    const { log, openLogs, logUncaughtErrors } = await import(${JSON.stringify(source)})
    logUncaughtErrors()
    await openLogs(${JSON.stringify(place)})
    for (let n = 0; n < 3; n += 1) {
      log.info('nowhere')
      await pause(100)
    }
    process.exit(0)`
  const run = (stderr: 'pipe' | number) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'ignore', stderr],
      encoding: 'utf8',
    })
  expect(run('pipe')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^The log cannot be written: ENOSPC.*\n$/) as string,
  })
  const full = openSync('/dev/full', 'w')
  expect(run(full)).toMatchObject({ status: 0 })
  closeSync(full)
})
