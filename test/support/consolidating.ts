import { expect } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { TestGateway } from './gateway.ts'
import { hangMs } from './hang-limit.ts'

/** An answer of the operator API. */
export interface Answer {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  readonly body: any
}

/** The calls about consolidation, with every scope. */
export function consolidatingAt({ gateway, port }: TestGateway) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${gateway.controlToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).format(Date.now())
  const detail = async (id: string) => (await call('GET', `/consolidation/runs/${id}`)).body
  return {
    call,
    today,
    detail,
    preview: (more: object = {}) => call('POST', '/consolidation/preview', { company: 'DEMO', to: today(), ...more }),
    begin: (more: object = {}) => call('POST', '/consolidation/runs', { company: 'DEMO', to: today(), ...more }),
    set: (more: object) => call('POST', '/consolidation/settings', { company: 'DEMO', ...more }),
    convert: (guid: string, BUYER: unknown) => call('POST', `/records/${guid}/conversion`, { BUYER }),
    /** Waits until every document of a run is decided and its receipts have followed. */
    async settled(id: string) {
      await expect
        .poll(
          async () => {
            const { finished_at, in_progress } = await detail(id)
            return finished_at !== null && in_progress === 0 && (await unfollowed(gateway)) === 0
          },
          { timeout: hangMs, interval: 50 },
        )
        .toBe(true)
      return (await detail(id)) as { readonly documents: readonly (WireRecord & { MEMBERS: number })[] }
    },
  }
}

const unfollowed = async ({ store }: TestGateway['gateway']) => (await store.consolidations.unfollowed(1)).length
