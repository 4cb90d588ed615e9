import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changedEvent, statusEvent } from '../../shared/api/operator/record-list.ts'
import { words } from '../../shared/words/words.ts'
import { type Api, apiOf } from '../support/api.ts'
import { EventReader, type Told } from '../support/event-stream.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { companyGuid, invoice } from '../support/till.ts'

let shop: TestGateway
let till: Api
let bearer: string
beforeEach(async () => {
  shop = await startGateway()
  till = apiOf(shop, await shop.token())
  bearer = await shop.token({ scopes: ['read'] })
})
afterEach(() => shop.close())

const submit = async (saleCode: string) => (await till.submit('sale', 'invoice', invoice(saleCode))).body
const concerns =
  (saleGuid: string, status: string) =>
  ({ event, data }: Told) =>
    event === 'changed' &&
    changedEvent.parse(data).items.some((item) => item.SALE_GUID === saleGuid && item.STATUS === status)

describe('the stream of events', () => {
  test('says at once where it stands, and then what has changed', async () => {
    const reader = await EventReader.open(shop.port, bearer)
    expect(reader.headers.get('content-type')).toContain('text/event-stream')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    const first = await reader.next()
    expect(first).toMatchObject({ event: 'changed', data: { items: [] } })
    const { SALE_GUID } = await submit('1')
    const heard = await reader.until(({ event, data }) => {
      return event === 'changed' && changedEvent.parse(data).items.some((item) => item.SALE_GUID === SALE_GUID)
    })
    expect(heard.id).toBe(String(heard.data['seq']))
    expect(changedEvent.parse(heard.data).seq).toBeGreaterThan(Number(first?.data['seq']))
    await reader.until(concerns(SALE_GUID, 'Valid'))
    reader.hangUp()
  })

  test('says how the gateway stands in the reader’s language, and again only when it is otherwise', async () => {
    const reader = await EventReader.open(shop.port, bearer)
    const first = await reader.until(({ event }) => event === 'standing')
    expect(statusEvent.parse(first.data)).toMatchObject({ verdict: 'good', message: words.ms.status.all_well })
    await till.until(await submit('1'), 'Valid')
    const next = await reader.until(({ event }) => event === 'standing')
    expect(next.data).not.toEqual(first.data)
    reader.hangUp()
  })

  test('goes on where a reader left off, and nothing is missed', async () => {
    const one = await submit('1')
    await till.until(one, 'Valid')
    const other = await submit('2')
    await till.until(other, 'Valid')
    const reader = await EventReader.open(shop.port, bearer, '?after=0')
    expect(await reader.until(concerns(other.SALE_GUID, 'Valid'))).toMatchObject({ event: 'changed' })
    reader.hangUp()
    const again = await EventReader.open(shop.port, bearer, '?after=0')
    await again.until(concerns(one.SALE_GUID, 'Valid'))
    again.hangUp()
  })

  test('tells everybody who listens, and a company’s token of that company only', async () => {
    const bound = await shop.token({ scopes: ['read'], companyGuid })
    const readers = await Promise.all([bearer, bound, bearer].map((each) => EventReader.open(shop.port, each)))
    const { SALE_GUID } = await submit('1')
    const heard = await Promise.all(readers.map((reader) => reader.until(concerns(SALE_GUID, 'Valid'))))
    expect(heard.map(({ event }) => event)).toEqual(['changed', 'changed', 'changed'])
    for (const reader of readers) reader.hangUp()
  })

  test('ends with the session, with the token and with the gateway', async () => {
    const session = await signIn(shop, await addPerson(shop, 'Siti', 'cashier'))
    const mine = await EventReader.open(shop.port, session)
    const others = await EventReader.open(shop.port, bearer)
    await send(shop, 'POST', '/operator/v1/session/lock', { bearer: session, body: {} })
    await mine.until(({ event }) => event === 'ended')
    expect(await mine.next()).toBeNull()
    const [token] = (await shop.gateway.store.tokens.list()).filter(({ scopes }) => scopes.length === 1)
    await send(shop, 'POST', '/operator/v1/tokens/revocation', {
      bearer: shop.gateway.controlToken,
      body: { id: token?.id },
    })
    await others.until(({ event }) => event === 'ended')
  })

  test('does not keep the gateway from stopping, nor does a reader that never reads', async () => {
    const reader = await EventReader.open(shop.port, bearer)
    const idle = connect(shop.port, '127.0.0.1', () =>
      idle.write(
        `GET /operator/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${shop.port}\r\nAuthorization: Bearer ${bearer}\r\n\r\n`,
      ),
    )
    idle.pause()
    idle.on('error', () => undefined)
    await reader.until(({ event }) => event === 'standing')
    await expect(shop.close({ keep: true })).resolves.toBeUndefined()
    idle.destroy()
    shop = await startGateway({ dataDir: shop.dataDir })
  })

  test('is closed to who may not read, and wants a number', async () => {
    const writer = await shop.token({ scopes: ['submit'] })
    await expect(EventReader.open(shop.port, writer)).rejects.toThrow('403')
    await expect(EventReader.open(shop.port, bearer, '?after=now')).rejects.toThrow('400')
  })
})
