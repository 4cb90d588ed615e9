import type { Role } from '../../shared/api/scopes.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { Told } from './api.ts'
import type { TestGateway } from './gateway.ts'

/** Invented people. Their PINs are strong enough. */
export const pins = { Aminah: '271828', Siti: '161803', Ravi: '141421' } as const

type Answer = WireProblem & Record<string, unknown>

export interface Caller {
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A request as the screens send it.
 * @param path from the server's root
 */
export async function send(
  { port }: Pick<TestGateway, 'port'>,
  method: 'GET' | 'POST',
  path: string,
  { bearer, headers, body }: Caller & { readonly body?: unknown } = {},
): Promise<Told<Answer>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer, headers: response.headers }
}

export interface Person {
  readonly id: string
  readonly name: keyof typeof pins
  readonly pin: string
}

/**
 * Adds a person.
 * @throws Error if the gateway refuses
 */
export async function addPerson(
  shop: Pick<TestGateway, 'port' | 'gateway'>,
  name: keyof typeof pins,
  role: Role,
): Promise<Person> {
  const pin = pins[name]
  const body = { name, role, pin }
  const added = await send(shop, 'POST', '/operator/v1/people', { bearer: shop.gateway.controlToken, body })
  if (added.status !== 200) throw new Error(JSON.stringify(added.body))
  return { id: String(added.body['id']), name, pin }
}

export const tryPin = (shop: Pick<TestGateway, 'port'>, operator: string, pin: string) =>
  send(shop, 'POST', '/operator/v1/sign_in', { body: { operator, pin } })

/** @returns the token of the session @throws Error if the gateway refuses */
export async function signIn(shop: Pick<TestGateway, 'port'>, { name, pin }: Person): Promise<string> {
  const { status, body } = await tryPin(shop, name, pin)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return String(body['token'])
}

/** The faults in a body, each as its pointer and code. */
export const faultsOf = ({ body }: Told<Answer>) => (body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)
