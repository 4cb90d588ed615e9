import { expect, test } from 'vitest'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import { setupNotice } from '../../electron/headless/discovery.ts'

test('the first start tells a person the address of the screens and the set-up code, each at the end of its line', () => {
  const settings = readSettings(['--port', '7599'], {})
  const lines = setupNotice('ABCDE-23456', { ...settings, json: false }).split('\n')
  expect(lines.some((line) => line.includes('http://127.0.0.1:7599/ in a browser'))).toBe(true)
  expect(lines.find((line) => line.includes('set-up code'))).toMatch(/ ABCDE-23456$/)
})

test('a port that the system has not chosen yet is not named', () => {
  const settings = readSettings(['--port', '0'], {})
  expect(setupNotice('ABCDE-23456', { ...settings, json: false })).toContain('Open the screens in a browser')
})
