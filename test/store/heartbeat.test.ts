import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countEventLoopBeats } from '../../electron/gateway/store/engines/heartbeat.ts'
import { hangMs } from '../support/hang-limit.ts'

const everyMs = 20
const program = `
const { appendFileSync } = require('node:fs')
const { workerData: { beats, file, module }, parentPort } = require('node:worker_threads')
parentPort.on('message', () => undefined)
import(module).then(({ watchHeartbeat }) => watchHeartbeat(beats, (line) => appendFileSync(file, line), ${everyMs}).ref())
`

test('a thread that answers and stands still, as on a disk that hangs, is told of once, and when it goes on (PR13)', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'resit-beats-'))
  const file = join(directory, 'said')
  writeFileSync(file, '')
  const said = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).level as number)
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const beating = countEventLoopBeats(beats, everyMs)
  const module = new URL('../../electron/gateway/store/engines/heartbeat.ts', import.meta.url).href
  const worker = new Worker(program, { eval: true, workerData: { beats, file, module } })
  onTestFinished(async () => {
    clearInterval(beating)
    await worker.terminate()
    rmSync(directory, { recursive: true })
  })
  // It has started: it also reports a thread that never beat.
  clearInterval(beating)
  /** At least this many lines, in pairs: on a busy computer the thread may stop more often. */
  const isSaid = (lines: number) =>
    vi.waitUntil(() => said().length >= lines && (said().length - lines) % 2 === 0, { interval: 5, timeout: hangMs })
  await isSaid(1)
  const again = countEventLoopBeats(beats, everyMs)
  await isSaid(2)
  const before = said().length
  // Blocks this thread, as a hanging sync does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40 * everyMs)
  await isSaid(before + 2)
  clearInterval(again)
  expect(said().map((level, at) => level === [60, 30][at % 2])).not.toContain(false)
})
