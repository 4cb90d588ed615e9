import { expect, test } from 'vitest'
import { journalFinding, maxListed } from '../../shared/domain/journal-finding.ts'
import { atScreens } from './support/at-screens.ts'
import { signIn } from './support/screens.ts'

const here = atScreens()

test('an owner who proves everything reads the first of very many findings, and how many more there are', async () => {
  const found = Array.from({ length: maxListed + 50 }, (_, at) => journalFinding('row_damaged', { record: at + 1 }))
  await here.screens.gateway.gateway.store.journal.found(found)
  const { page } = here
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/provider'")
  await page.getByRole('button', { name: 'Prove it now' }).click()
  const told = page.getByRole('region', { name: 'Proof' }).getByRole('listitem')
  await told.last().getByText('And 50 more.').waitFor()
  await expect.poll(() => told.count()).toBe(maxListed + 1)
})
