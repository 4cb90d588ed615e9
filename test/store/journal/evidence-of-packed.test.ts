import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesIn as dataDirOf } from '../../../electron/gateway/installation/data-dir.ts'
import { makeEvidence, readings } from '../../../electron/gateway/installation/evidence-pack.ts'
import { journalBytes } from '../../../electron/gateway/installation/journal-at-rest.ts'
import { filesIn, isPackedFile, pathOf } from '../../../electron/gateway/store/journal/files.ts'
import { archiveAll } from '../../support/closed-months.ts'
import { noon } from '../../support/records.ts'
import { shopWithPast } from '../../support/shop-with-past.ts'

const shop = shopWithPast({ fullBytes: 30_000 })
const ofAll = { from: '2000-01-01', to: '2100-01-01', company: null, hasDocuments: true }

test.each([
  ['written', false],
  ['packed', true],
])(
  'evidence of a journal that is %s takes no more room than is asked for, and is told to be done when it is',
  async (_, isPacked) => {
    const { directory } = shop.journal()
    const where = { dataDir: dataDirOf(shop.file.directory), journalDir: directory }
    const file = join(shop.file.directory, 'evidence.zip')
    if (isPacked) await archiveAll(shop.store)
    expect(filesIn(directory).some((number) => isPackedFile(pathOf(directory, number)))).toBe(isPacked)
    let doneBytes = 0
    const passed = (bytes: number) => {
      doneBytes += bytes
    }
    const { bytes } = await makeEvidence(where, { clock: { now: () => noon }, passed }, { ...ofAll, file })
    expect(bytes).toBeLessThan(journalBytes(where))
    const share = doneBytes / (readings * journalBytes(where))
    expect(share).toBeGreaterThan(0.99)
    expect(share).toBeLessThanOrEqual(1)
  },
)
