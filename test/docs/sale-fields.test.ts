import { expect, test } from 'vitest'
import { openShop } from '../support/shop.ts'
import type { Body } from '../support/till.ts'
import { blocksIn } from './blocks.ts'
import { textOf } from './citations.ts'

const page = textOf('docs/integrate.md').split('\n## Fields that a sale needs\n')[1]?.split('\n## ')[0] ?? ''
const smallest = blocksIn('docs/integrate.md').find(({ code }) => code.includes('"CONSOLIDATE":true'))?.code ?? ''
const sale = JSON.parse(
  smallest.slice(smallest.indexOf('{'), smallest.lastIndexOf('}') + 1).replace(/'\$\(.*?\)'/, new Date().toISOString()),
) as Body

const shop = openShop({})
const submit = (body: Body) => shop.api.submit('sale', 'invoice', body)

/** A copy without the field that a row of the table names, such as LINES[].TAXES[]. */
function without(field: string): Body {
  const copy: Record<string, unknown> = structuredClone(sale)
  const names = field.replaceAll('[]', '').split('.')
  let at = copy
  for (const name of names.slice(0, -1)) [at] = at[name] as [Record<string, unknown>]
  Reflect.deleteProperty(at, names.at(-1) ?? '')
  return copy
}

test('docs/integrate.md names the fields that a sale needs, and its smallest sale has no other but SALE_GUID', async () => {
  const rows = [...page.matchAll(/^\| (`[A-Z].*?) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w[\].]+)`/g)].map(([, name = '']) => name),
  )
  const required = rows.filter((name) => name !== 'BUYER')
  expect(required.length).toBeGreaterThan(10)
  for (const field of required) {
    const { status, body } = await submit(without(field))
    expect([field, status]).toEqual([field, 422])
    const pointer = `/${field.replaceAll('[]', '').replaceAll('.', '/').replace('LINES/', 'LINES/0/')}`
    expect((body as unknown as { errors: readonly unknown[] }).errors).toContainEqual(
      expect.objectContaining({ pointer, code: 'required' }),
    )
  }
  expect((await submit(sale)).status).toBe(202)
  const named = [
    'SALE_GUID',
    'CONSOLIDATE',
    ...required.filter((name) => !name.includes('.')).map((name) => name.replace('[]', '')),
  ]
  expect(Object.keys(sale).toSorted()).toEqual(named.toSorted())
})

test('a service charge on prices that include tax comes to what the page says', async () => {
  const [, charges = ''] = /`(\[\{"RATE".*?\])`/.exec(page) ?? []
  const lines = (sale['LINES'] as readonly Body[]).map((line) => ({ ...line, UNIT_PRICE: '10.60' }))
  const bill = { ...sale, SALE_CODE: 'B', SALE_GUID: undefined, LINES: lines, PRICES_INCLUDE_TAX: true }
  const { status, body } = await submit({ ...bill, CHARGES: JSON.parse(charges) })
  expect([status, body.TOTAL_PAYABLE]).toEqual([202, '23.32'])
  expect(page).toContain('a bill of 21.20 is 2.12, its own tax included, and the customer pays 23.32')
})
