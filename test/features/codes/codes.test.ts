import { expect, test } from 'vitest'
import { bundledAt, bundledLists, bundledSource } from '../../../electron/gateway/features/codes/bundled.ts'
import { Codes, mergeList } from '../../../electron/gateway/features/codes/codes.ts'
import type { CodeListData } from '../../../shared/document/codes.ts'

const item = (code: string, description = code) => ({ code, description })
const was: CodeListData = {
  list: 'classification',
  items: [item('001'), item('002'), item('003')],
  obsolete: [{ item: item('000'), since: 1 }],
  refreshedAt: 2,
  source: 'before',
}

test('a list that follows another: what is missing is obsolete, what is back is current, and it is told what changed', () => {
  const { state, changes } = mergeList(was, [item('004'), item('000'), item('002', 'two')], {
    refreshedAt: 9,
    source: 'now',
  })
  expect(state).toEqual({
    list: 'classification',
    items: [item('004'), item('000'), item('002', 'two')],
    obsolete: [
      { item: item('001'), since: 9 },
      { item: item('003'), since: 9 },
    ],
    refreshedAt: 9,
    source: 'now',
  })
  expect(changes).toEqual({
    added: [item('004'), item('000')],
    removed: [item('001'), item('003')],
    changed: [{ was: item('002'), is: item('002', 'two') }],
  })
})

test('the same list in another order changed nothing', () => {
  expect(mergeList(was, was.items.toReversed(), { refreshedAt: 9, source: 'now' }).changes).toBeNull()
})

test('where nothing was kept, the lists that ship with the product are in use', () => {
  const codes = new Codes()
  expect(codes.list('classification')).toMatchObject({ refreshedAt: bundledAt, source: bundledSource, obsolete: [] })
  expect(codes.statusOf('classification', '022')).toBe('current')
  expect(codes.statusOf('classification', '777')).toBe('unknown')
  expect(codes.statusOf('state', '00')).toBe('obsolete')
})

test('a kept list is in use until a newer product brings a newer one; what that one lacks is obsolete', () => {
  const kept = { ...was, items: [...bundledLists.classification, item('777')] }
  const newer = new Codes([{ ...kept, refreshedAt: bundledAt + 1 }])
  expect(newer.statusOf('classification', '777')).toBe('current')
  expect(newer.statusOf('classification', '000')).toBe('obsolete')
  const older = new Codes([{ ...kept, refreshedAt: bundledAt - 1 }])
  expect(older.list('classification')).toMatchObject({ refreshedAt: bundledAt, items: bundledLists.classification })
  expect(older.statusOf('classification', '777')).toBe('obsolete')
  expect(older.statusOf('classification', '000')).toBe('obsolete')
})

test('lists are switched at one moment, and their tags with them', () => {
  const codes = new Codes()
  const before = codes.list('classification').etag
  const units = codes.list('unit').etag
  codes.take([{ ...was, refreshedAt: bundledAt + 1 }])
  expect(codes.list('classification').etag).not.toBe(before)
  expect(codes.list('unit').etag).toBe(units)
  expect(codes.statusOf('classification', '022')).toBe('unknown')
  expect(codes.statusOf('classification', '001')).toBe('current')
})
