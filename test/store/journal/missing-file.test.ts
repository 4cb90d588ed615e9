import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyAtRest } from '../../../electron/gateway/store/journal/at-rest.ts'
import { filesIn } from '../../../electron/gateway/store/journal/files.ts'
import { rebuildDatabase } from '../../../electron/gateway/store/journal/rebuild.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'
import { insertion, keep } from '../../support/stores.ts'
import { codesOf, fillShop, journalFile, openKept, ourSeal } from './kept-store.ts'

const file = freshFile()
const here = () => join(file.directory, 'here')
const journal = () => join(here(), 'journal')
const small = { fullBytes: 2_000 }
let store: Store | null = null

const open = () => {
  store = openKept(here(), small)
  return store
}
const close = async () => {
  await store?.upkeep.close()
  store = null
}
afterEach(close)

beforeEach(async () => {
  mkdirSync(here())
  await fillShop(open())
  for (let n = 10; n < 20; n += 1) if (store) await keep(store, insertion(n))
  await close()
})

const nameOf = (number: number) => `journal-${String(number).padStart(6, '0')}.log`
const which = { first: () => 1, 'one in the middle': () => 2, last: () => filesIn(journal()).at(-1) ?? 0 }

describe.each(['first', 'one in the middle', 'last'] as const)(
  'where a file of the journal is missing (%s)',
  (name) => {
    let number = 0
    const aside = () => join(file.directory, 'quarantine')
    beforeEach(() => {
      expect(filesIn(journal()).length).toBeGreaterThan(2)
      number = which[name]()
      renameSync(journalFile(here(), number), aside())
    })

    test('the gateway starts, sends nothing and says which one; what comes in is kept (JR1)', async () => {
      const { isTrusted, findings } = await open().journal.status()
      expect(isTrusted).toBe(false)
      expect(findings).toContainEqual(expect.objectContaining({ code: 'file_missing', detail: nameOf(number) }))
      if (store) await keep(store, insertion(30))
      expect(await store?.schedule.due('send', insertion(1).record.companyGuid, noon + 1e9, 10)).toEqual([])
    })

    test('a proof says so, with the gateway and without (JR1)', async () => {
      expect(
        codesOf(verifyAtRest(join(here(), 'resit.db'), { directory: journal(), seal: ourSeal, now: 0 })),
      ).toContain('file_missing')
      expect(codesOf(await open().journal.verify())).toContain('file_missing')
    })

    test('a person trusts what is there, and the journal is whole again (JR1)', async () => {
      await open().journal.trust({ by: 'control', at: noon, reason: 'the antivirus program deleted it', seal: null })
      expect(await store?.journal.verify()).toMatchObject({ findings: [] })
      await close()
      expect(await open().journal.status()).toMatchObject({ isTrusted: true, findings: [] })
    })
  },
)

test('a database is made from what is left of a journal, and from none without its beginning (JR1)', async () => {
  const options = { directory: journal(), seal: ourSeal, now: noon }
  renameSync(journalFile(here(), 1), join(file.directory, 'first'))
  await expect(rebuildDatabase(join(here(), 'resit.db'), options, 'control')).rejects.toThrow(/journal-000001\.log/)
  renameSync(join(file.directory, 'first'), journalFile(here(), 1))
  rmSync(journalFile(here(), 3))
  const { brokenAt, lines } = await rebuildDatabase(join(here(), 'resit.db'), options, 'control')
  expect(brokenAt).toBe(lines + 1)
})
