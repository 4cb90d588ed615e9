import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseJsonText } from '../../electron/gateway/http/json-text.ts'
import type { CheckContext } from '../../shared/document/check.ts'
import { placesIn } from '../support/sales.ts'

const directory = resolve(import.meta.dirname, '../../../shared/samples/sales')
const isHere = existsSync(directory)
if (!isHere) console.warn('SKIPPED: the sample sales in ../shared/samples/sales are not beside this project')

const cellOf = (file: string): Pick<CheckContext, 'family' | 'kind'> => ({
  family: file.startsWith('self-billed-') ? 'self_billed' : 'sale',
  kind: file.includes('credit-note') ? 'credit_note' : 'invoice',
})

/** Just after the issue time of the samples. */
const sampledAt = Date.parse('2026-11-20T12:06:00+08:00')

test.runIf(isHere)('every sample sale is accepted as it is', () => {
  const files = readdirSync(directory).filter((file) => /^(sale|self-billed)-.*\.json$/.test(file))
  expect(files.length).toBeGreaterThanOrEqual(6)
  for (const file of files) {
    const body = parseJsonText(readFileSync(resolve(directory, file)))
    expect([file, placesIn(body, { ...cellOf(file), now: sampledAt })]).toEqual([file, []])
  }
})
