import { expect, test } from 'vitest'
import { dayOf } from '../../shared/domain/calendar.ts'
import { insertion, keep } from '../support/stores.ts'
import { atScreens } from './support/at-screens.ts'
import { at } from './support/moves.ts'

const here = atScreens({ isPageOpen: false })

test('what cannot be read any more is counted beside the codes, and each leads to its sale (ST12)', async () => {
  const day = dayOf(Date.now(), 'Asia/Kuala_Lumpur')
  const damaged = [700, 701].map((number) => insertion(number, {}, { body: Buffer.from('{"BUYER":{}}'), day }))
  for (const each of damaged) await keep(here.screens.gateway.gateway.store, each)
  const page = await here.atWork('owner')
  await at('#/settings/codes')(page)
  const told = page.getByRole('status').filter({ hasText: '2 documents cannot be read any more' })
  await told.waitFor()
  const links = told.getByRole('link', { name: 'Show the sale' })
  const leads = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(leads)).toEqual(new Set(damaged.map(({ record }) => `#/sales/${record.saleGuid}`)))
  await links.first().click()
  await page.getByText('What was kept of this sale cannot be read any more.').waitFor()
})
