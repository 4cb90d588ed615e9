import { afterAll, beforeAll } from 'vitest'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from './api.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { operate } from './operator.ts'
import type { Body } from './till.ts'

/** A gateway for the tests of one file, a till with every scope, and sale codes that are used once. */
export function openShop(env: Environment) {
  let gateway: TestGateway
  let api: Api
  let count = 0
  beforeAll(async () => {
    gateway = await startGateway({ env })
    api = apiOf(gateway, await gateway.token())
  })
  afterAll(() => gateway.close())
  return {
    get gateway() {
      return gateway
    },
    get api() {
      return api
    },
    /** Pauses the sending during the task, however slow the computer is. */
    async held(task: () => Promise<unknown>): Promise<void> {
      await operate(gateway, 'POST', '/sending/pause', {})
      try {
        await task()
      } finally {
        await operate(gateway, 'POST', '/sending/resume', {})
      }
    },
    saleCode: () => `s${(count += 1)}`,
    guid: () => `aaaaaaaa-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    submit: (body: Body) => api.submit('sale', 'invoice', body),
    voidIt: ({ SALE_GUID }: WireRecord) => api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID }),
  }
}
