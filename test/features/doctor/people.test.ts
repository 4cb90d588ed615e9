import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { doctorSchema } from '../../../shared/api/operator/upkeep.ts'
import { apiOf } from '../../support/api.ts'
import { brisk, startGateway } from '../../support/gateway.ts'
import { operate } from '../../support/operator.ts'
import { customer, invoice } from '../../support/till.ts'

type Doctor = z.output<typeof doctorSchema>

test('what was refused waits for a person, and the doctor says so as the list of it does', async () => {
  const shop = await startGateway({ env: brisk })
  try {
    const api = apiOf(shop, await shop.token())
    const found = async () =>
      (await operate<Doctor>(shop, 'GET', '/doctor')).body.checks.find(({ name }) => name === 'people')
    expect(await found()).toMatchObject({ verdict: 'good' })
    const unknown = invoice('0001', { BUYER: { ...customer, TIN: 'C99999999990' } })
    await api.until((await api.submit('sale', 'invoice', unknown)).body, 'Invalid')
    expect(await found()).toMatchObject({ verdict: 'warning', message: expect.stringMatching(/^1 document/) })
  } finally {
    await shop.close()
  }
})
