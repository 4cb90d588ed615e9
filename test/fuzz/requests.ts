import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DescribedEndpoint } from '../../shared/api/openapi/described.ts'
import type { Parameter } from '../../shared/api/openapi/document.ts'
import { buildFullOpenApi, type OpenApiOperation } from '../../shared/api/openapi/reference.ts'
import type { Chance } from '../faults/chance.ts'
import { hostileBytes, hostileText, mutated } from './values.ts'

export interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

const document = buildFullOpenApi()

const recordedBody = /^## (\S+): .*\n(?:> [\w-]+: .*\n)*> (\{.*\})$/gm

export const operationOf = ({ method, path }: Pick<DescribedEndpoint, 'method' | 'path'>): OpenApiOperation => {
  const operation = document.paths[path]?.[method === 'GET' ? 'get' : 'post']
  if (!operation) throw new Error(`${method} ${path} is not described`)
  return operation
}

const recorded = Map.groupBy(
  readFileSync(join(import.meta.dirname, '../wire/day.golden.txt'), 'utf8').matchAll(recordedBody),
  ([, id]) => id,
)

const buyer = { TIN: 'C25845632020', ID_TYPE: 'BRN', ID_NUMBER: '201901234567' }
const notOfTheDay: Readonly<Record<string, unknown>> = {
  'operator.approveRefund': {
    SALE_GUID: '11111111-1111-4111-8111-111111111111',
    TOTAL_PAYABLE: '5',
    CURRENCY_CODE: 'MYR',
    supervisor: 'Aminah',
    pin: '271828',
  },
  'operator.changeBuyer': { BUYERS: [buyer], NOW: null },
  'operator.exportBuyer': { BUYERS: [buyer] },
}

/** A correct body: the example of the reference, or one of the recorded day. */
function correctBody({ id, body, notes }: DescribedEndpoint): unknown {
  const sent = (recorded.get(id) ?? []).map(([, , text = '']) => JSON.parse(text) as unknown)
  const known = [notes?.example, notOfTheDay[id], ...sent].find((each) => body?.safeParse(each).success)
  if (known === undefined) throw new Error(`${id} has no body to begin with`)
  return known
}

/** Whether the endpoint has no input to vary. */
export const takesNothing = (endpoint: DescribedEndpoint): boolean => {
  const { parameters, requestBody } = operationOf(endpoint)
  return !requestBody && parameters.every(({ name }) => name === 'Accept-Language')
}

const guid = (chance: Chance): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => chance.upTo(16).toString(16))

/** A likely value, as a caller who knows the reference sends it. */
function usual(chance: Chance, { name, schema }: Parameter): string {
  const words = schema['enum']
  if (Array.isArray(words)) return String(chance.one(words))
  if (/guid|^id$/i.test(name)) return chance.isIn(0.3) ? '11111111-1111-4111-8111-111111111111' : guid(chance)
  if (/company/i.test(name)) return 'DEMO'
  if (/from|to$|^day$/.test(name)) return `2026-${String(1 + chance.upTo(12)).padStart(2, '0')}-1${chance.upTo(10)}`
  if (name === 'month') return '2026-11'
  // No waiting, because only the answer matters.
  if (name === 'wait') return '0'
  if (/after|before|page_size|least|most|days/.test(name)) return String(chance.upTo(30))
  return chance.one(['KLCC', 'T1', 'S1', 'en', 'Valid', 'unsent'])
}

/** Fixed values: random ones could reach other computers, or write outside the data directory. */
const kept: Readonly<Record<string, unknown>> = { url: 'http://127.0.0.1:9/', file: 'nowhere/at/all.db', kind: 'none' }

function withKept(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const own = Object.entries(kept).filter(([key]) => Object.hasOwn(value, key))
  return { ...value, ...Object.fromEntries(own) }
}

const maybe = (chance: Chance, text: string): string => (chance.isIn(0.2) ? hostileText(chance) : text)

/** A request to an endpoint: correct, nearly correct, or wild. */
export function requestTo(endpoint: DescribedEndpoint, chance: Chance, token: string): FuzzRequest {
  const { parameters, requestBody } = operationOf(endpoint)
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  const query: string[] = []
  let path: string = endpoint.path
  for (const parameter of parameters) {
    const value = maybe(chance, usual(chance, parameter))
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(toWellFormed(value)))
    else if (!parameter.required && chance.isIn(0.5)) continue
    else if (parameter.in === 'query') query.push(`${parameter.name}=${encodeURIComponent(toWellFormed(value))}`)
    else if (parameter.name !== 'Prefer')
      headers[parameter.name] = encodeURIComponent(toWellFormed(value)).slice(0, 900)
  }
  if (chance.isIn(0.05))
    query.push(
      `${
        hostileText(chance)
          .slice(0, 20)
          .replace(/[^ -~]|[#\s]/g, '') || 'x'
      }=1`,
    )
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (requestBody === undefined) return { method: endpoint.method, path: target, headers, body: null }
  headers['content-type'] = chance.isIn(0.03) ? 'text/plain' : 'application/json'
  return { method: endpoint.method, path: target, headers, body: bodyOf(chance, fresh(chance, correctBody(endpoint))) }
}

const toWellFormed = (text: string): string => text.toWellFormed()

/** A sale that differs from all others. */
function fresh(chance: Chance, example: unknown): unknown {
  if (typeof example !== 'object' || example === null || !('SALE_CODE' in example)) return withKept(example)
  const again = chance.isIn(0.2) ? { SALE_CODE: `F${chance.upTo(50)}` } : { SALE_CODE: guid(chance).slice(0, 18) }
  return { ...example, ...again, ...('SALE_GUID' in example && { SALE_GUID: guid(chance) }) }
}

function bodyOf(chance: Chance, usualBody: unknown): Buffer {
  if (chance.isIn(0.2)) return Buffer.from(JSON.stringify(usualBody))
  if (chance.isIn(0.15)) return hostileBytes(chance, JSON.stringify(usualBody))
  return Buffer.from(JSON.stringify(withKept(mutated(chance, usualBody))) ?? 'null')
}
