import { describe, expect, test } from 'vitest'
import type { CodeItem, CodeListData, CodeRefresh } from '../../shared/document/codes.ts'
import { noon } from '../support/records.ts'
import { freshStore, type Open } from '../support/stores.ts'

const item = (code: string, description = `text of ${code}`): CodeItem => ({ code, description })

const aList = (over: Partial<CodeListData> = {}): CodeListData => ({
  list: 'classification',
  items: [item('003'), item('001'), item('002')],
  obsolete: [{ item: item('000'), since: noon - 5 }],
  refreshedAt: noon,
  source: 'https://codes.example/ClassificationCodes.json',
  ...over,
})

const aTry = (over: Partial<CodeRefresh> = {}): CodeRefresh => ({
  list: 'classification',
  at: noon,
  by: 'person:Aini',
  source: 'https://codes.example/ClassificationCodes.json',
  keptBecause: null,
  changes: null,
  ...over,
})

export function codesContract(open: Open): void {
  describe('the reference lists', () => {
    const here = freshStore(open)

    test('are none before the first refresh', async () => {
      expect(await here.store.codes.all()).toEqual([])
      expect(await here.store.codes.tries('unit', 9)).toEqual([])
      expect(await here.store.codes.changes('unit', 9)).toEqual([])
    })

    test('come back as they were put, in their order, also after opening anew', async () => {
      const tax = aList({ list: 'tax_type', items: [item('E'), item('01')], obsolete: [], refreshedAt: noon + 1 })
      await here.store.codes.refreshed([aList(), tax], [aTry()])
      const { codes } = await here.reopen()
      expect(await codes.all()).toEqual([aList(), tax])
    })

    test('follow the next refresh: codes come, go, come back and change their texts; other lists stay', async () => {
      const tax = aList({ list: 'tax_type', items: [item('E')] })
      await here.store.codes.refreshed([aList(), tax], [])
      const next = aList({
        items: [item('000'), item('002', 'new text'), item('004')],
        obsolete: [
          { item: item('001'), since: noon + 9 },
          { item: item('003'), since: noon + 9 },
        ],
        refreshedAt: noon + 9,
        source: 'https://other.example/a.json',
      })
      await here.store.codes.refreshed([next], [])
      expect(await here.store.codes.all()).toEqual([next, tax])
    })

    test('switch all together or not at all', async () => {
      await here.store.codes.refreshed([aList()], [aTry()])
      const broken = aTry({ at: noon + 1, keptBecause: 'sulking' as never })
      await expect(here.store.codes.refreshed([aList({ items: [item('009')] })], [broken])).rejects.toThrow(
        /kept_because/,
      )
      expect(await here.store.codes.all()).toEqual([aList()])
      expect(await here.store.codes.tries('classification', 9)).toEqual([aTry()])
    })

    test('remember every try, the last one first, and which of them changed something', async () => {
      const changes = {
        added: [item('004')],
        removed: [item('001')],
        changed: [{ was: item('002'), is: item('002', 'new') }],
      }
      const changed = aTry({ at: noon + 1, changes })
      const kept = aTry({ at: noon + 2, by: 'gateway', keptBecause: 'shrunk' })
      await here.store.codes.refreshed([], [aTry()])
      await here.store.codes.refreshed([], [changed, aTry({ list: 'unit' })])
      await here.store.codes.refreshed([], [kept])
      const { codes } = await here.reopen()
      expect(await codes.tries('classification', 9)).toEqual([kept, changed, aTry()])
      expect(await codes.tries('classification', 1)).toEqual([kept])
      expect(await codes.changes('classification', 9)).toEqual([changed])
      expect(await codes.changes('unit', 9)).toEqual([])
    })
  })
}
