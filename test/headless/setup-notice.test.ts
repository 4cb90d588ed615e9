import { expect, test } from 'vitest'
import { setupEvent, setupNotice } from '../../electron/headless/discovery.ts'
import { logSentence } from '../../electron/headless/process-ports.ts'

test('the last lines of the first start are the address of the screens and the set-up code, each at the end of its line', () => {
  const lines = setupNotice('ABCDE-23456', 7599).trimEnd().split('\n')
  expect(lines.at(-2)).toContain('http://127.0.0.1:7599/ in a browser')
  expect(lines.at(-1)).toMatch(/set-up code: ABCDE-23456$/)
})

test('a program gets the code as one line of JSON', () => {
  expect(JSON.parse(setupEvent('ABCDE-23456'))).toEqual({ event: 'setup_code', code: 'ABCDE-23456' })
})

test('a person at a terminal reads the log as sentences', () => {
  const line = { level: 40, time: Date.now(), pid: 1, hostname: 'kedai', tookMs: 25 }
  expect(logSentence(JSON.stringify({ ...line, msg: 'what is kept is sound' }))).toMatch(
    /^\d\d:\d\d:\d\d what is kept is sound$/,
  )
  const failed = { ...line, err: { message: 'ENOSPC' }, msg: 'the copy does not go on' }
  expect(logSentence(JSON.stringify(failed))).toMatch(/ the copy does not go on: ENOSPC$/)
})
