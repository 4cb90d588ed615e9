import { expect, test } from 'vitest'
import { buildExportFile } from '../../renderer/screens/owner/export-file.ts'
import { exportHeading } from '../../shared/api/export-table.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'

const onAPage = 20
const pageCount = 50

/** A record that tells when it is read. */
const record = (n: number, read: () => void): WireRecord =>
  ({
    get SALE_CODE() {
      read()
      return `陈 ${n}`
    },
    AUTHORITY: null,
  }) as unknown as WireRecord

test('an export has made each page into a piece of the file before it asks for the next', async () => {
  const written = new Set<number>()
  const writtenAtEach: number[] = []
  async function* pages() {
    for (let page = 0; page < pageCount; page += 1) {
      writtenAtEach.push(written.size)
      const numbers = Array.from({ length: onAPage }, (_, at) => page * onAPage + at)
      yield { items: numbers.map((n) => record(n, () => void written.add(n))) }
    }
  }
  const { file, count } = await buildExportFile(pages())
  expect(writtenAtEach).toEqual(Array.from({ length: pageCount }, (_, page) => page * onAPage))
  expect(count).toBe(pageCount * onAPage)
  // `Blob.text()` would drop the byte order mark.
  const text = Buffer.from(await file.arrayBuffer()).toString('utf8')
  expect(text.split('\r\n')).toHaveLength(1 + count + 1)
  expect(text).toContain('陈 999')
})

test('an export of days without sales is a file without records', async () => {
  async function* none() {
    yield { items: [] }
  }
  const { file, count } = await buildExportFile(none())
  expect(count).toBe(0)
  expect(Buffer.from(await file.arrayBuffer()).toString('utf8')).toBe(`\u{feff}${exportHeading.join(',')}\r\n`)
})
