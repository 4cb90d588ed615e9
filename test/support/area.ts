import type { Company } from '../../electron/gateway/store/port/port.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { apiOf } from './api.ts'
import { startGateway, type TestGateway } from './gateway.ts'
import { addPerson, send, signIn } from './people.ts'
import { otherCompany } from './stores.ts'
import { type Body, customer, invoice } from './till.ts'

/** This text is in everything that others sold. An area manager must never see it. */
export const marker = 'Rahsia'

const theirs = { BUYER: { ...customer, NAME: `${marker} Enterprise` } }

/** A head office with two companies, and a supervisor who is limited to two outlets of one of them. */
export async function openArea() {
  const office = await startGateway({ env: { RESIT_DISPATCH: 'off' } })
  const { store, controlToken } = office.gateway
  const [demo] = await store.companies.list()
  const other: Company = { ...otherCompany, rules: demo?.rules ?? otherCompany.rules }
  await store.companies.save(other, 'control')
  const api = apiOf(office, await office.token())
  const sell = async (saleCode: string, more: Body): Promise<WireRecord> => {
    const told = await api.submit('sale', 'invoice', invoice(saleCode, more))
    if (told.status !== 202) throw new Error(JSON.stringify(told.body))
    return told.body
  }
  const own = [
    await sell('K-1', { OUTLET_NAME: 'KLCC' }),
    await sell('B-1', { OUTLET_NAME: 'Bangsar' }),
    await sell('K-2', { OUTLET_NAME: 'KLCC', BUYER: null, CONSOLIDATE: true }),
  ]
  const others = [
    await sell(`${marker}-1`, { OUTLET_NAME: `${marker} Pavilion`, ...theirs }),
    // An outlet of another company, with the name of one of theirs.
    await sell(`${marker}-2`, { COMPANY_CODE: 'OTHER', OUTLET_NAME: 'KLCC', ...theirs }),
    await sell(`${marker}-3`, { OUTLET_NAME: `${marker} Pavilion`, BUYER: null, CONSOLIDATE: true }),
  ]
  const person = await addPerson(office, 'Ravi', 'supervisor')
  const outlets = ['KLCC', 'Bangsar'].map((outlet) => ({ company: 'DEMO', outlet }))
  const limited = await send(office, 'POST', `/operator/v1/people/${person.id}/outlets`, {
    bearer: controlToken,
    body: { outlets },
  })
  if (limited.status !== 200) throw new Error(JSON.stringify(limited.body))
  const bearer = await signIn(office, person)
  /** Calls the API as the area manager. */
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(office, method, path, { bearer, headers, ...(body !== undefined && { body }) })
  return { office, api, sell, own, others, person, outlets, bearer, ask, limited }
}

export type Area = Awaited<ReturnType<typeof openArea>>

/** The answer of a path as a text, because pictures and tables are not JSON. */
export async function textOf({ port }: Pick<TestGateway, 'port'>, bearer: string, path: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${bearer}` } })
  return { status: response.status, text: await response.text() }
}
