import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { faults } from '../../shared/api/faults.ts'
import { type DescribedEndpoint, interfaceEndpoints, operatorEndpoints } from '../../shared/api/openapi/described.ts'
import { buildFullOpenApi, buildOpenApi, type OpenApiOperation } from '../../shared/api/openapi/reference.ts'
import { operatorApi } from '../../shared/api/operator.ts'
import { checkSale } from '../../shared/document/check.ts'
import { toDomainNames } from '../../shared/document/fields.ts'
import { findingCodes } from '../../shared/document/finding.ts'
import type { WireSaleDocument } from '../../shared/document/sale.ts'
import { fieldDescriptions } from '../../shared/words/reference-fields.ts'
import { propertiesIn } from './field-names.ts'

const document = buildFullOpenApi()
const described = [...interfaceEndpoints, ...operatorEndpoints]

function operationAt(method: string, path: string): OpenApiOperation {
  const operation = document.paths[path]?.[method === 'GET' ? 'get' : 'post']
  if (!operation) throw new Error(`${method} ${path} is not described`)
  return operation
}

describe('the reference describes the whole interface', () => {
  test('every endpoint of the catalogue is there under its full path, with its name and summary', () => {
    for (const { id, method, path, summary } of interfaceCatalogue)
      expect(operationAt(method, `/v1${path}`)).toMatchObject({ operationId: id, summary })
    const described56 = Object.entries(document.paths).filter(([path]) => path.startsWith('/v1/'))
    expect(described56.flatMap(([, item]) => Object.keys(item))).toHaveLength(56)
  })

  test('so are the operator API and the pages beside it', () => {
    for (const { method, path } of Object.values(operatorApi)) operationAt(method, `/operator/v1${path}`)
    for (const path of ['/healthz', '/readyz', '/metrics']) operationAt('GET', path)
  })

  test('every operation says which token it takes; only two pages and the way in are open', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, security: operation.security })),
    )
    const open = operations.filter(({ security }) => security.length === 0).map(({ path }) => path)
    expect(open.toSorted()).toEqual([
      '/healthz',
      '/operator/v1/people/names',
      '/operator/v1/setup',
      '/operator/v1/setup',
      '/operator/v1/sign_in',
      '/operator/v1/sign_in/code',
      '/readyz',
    ])
    for (const { path, security } of operations)
      if (!open.includes(path)) expect(security, path).toEqual([{ bearer: [] }])
    expect(document.components.securitySchemes).toHaveProperty('bearer')
  })

  test('every operation belongs to a chapter that is introduced, and the scope stands in its text', () => {
    const chapters = document.tags.map(({ name }) => name)
    for (const { method, path, scope } of described) {
      const { tags, description } = operationAt(method, path)
      expect(chapters).toEqual(expect.arrayContaining([...tags]))
      expect(description).toContain(scope === 'any' ? 'Any valid token' : `\`${scope}\``)
    }
    expect(operationAt('POST', '/v1/self_billed/invoice_submission').tags).toEqual(['self-billed'])
    expect(operationAt('GET', '/v1/taxauth/tin_search').tags).toEqual(['taxpayers'])
    expect(operationAt('GET', '/v1/taxauth/tax_type').tags).toEqual(['codes'])
  })

  test('inputs in headers are required as the interface says', () => {
    const { parameters } = operationAt('GET', '/v1/sale/invoice_checkstatus/by_submission')
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['company_guid', 'header', true],
      ['submission_from', 'header', true],
      ['submission_to', 'header', true],
      ['outlet_name', 'header', false],
      ['page_size', 'query', false],
      ['cursor', 'query', false],
      ['Accept-Language', 'header', false],
    ])
  })
})

/** Codes that every operation can answer with, besides its own. */
const anyFaults = {
  open: ['host_not_allowed', 'internal_error'],
  closed: ['unauthorized', 'host_not_allowed', 'internal_error'],
} as const

describe('the answers it promises', () => {
  test('every error an endpoint lists stands under its HTTP status as problem+json', () => {
    for (const { id, method, path, scope, faults: codes } of described)
      for (const code of [...codes, ...anyFaults[scope === 'open' ? 'open' : 'closed']]) {
        const response = operationAt(method, path).responses[String(faults[code].status)]
        expect(response?.description, `${id} ${code}`).toContain(`\`${code}\``)
        const { schema } = response?.content?.['application/problem+json'] ?? {}
        expect(schema).toEqual({ $ref: '#/components/schemas/Problem' })
      }
  })

  test('what can only go wrong with a body is promised only where there is one', () => {
    const { responses } = operationAt('GET', '/v1/sale/invoice_checkstatus/by_guid')
    expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['413']))
    expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['422']))
    expect(responses['400']?.description).not.toContain('malformed_json')
    const sent = operationAt('POST', '/v1/sale/invoice_cancellation').responses
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(['413', '415', '422']))
    expect(sent['400']?.description).toContain('`duplicate_key`')
  })

  test.each([
    ['POST', '/v1/sale/invoice_submission', '200', 'Idempotency-Replayed'],
    ['POST', '/v1/sale/invoice_cancellation', '200', 'Idempotency-Replayed'],
    ['GET', '/v1/sale/invoice_checkstatus/by_submission', '200', 'Link'],
    ['GET', '/v1/taxauth/unit_type', '200', 'ETag'],
    ['GET', '/v1/taxauth/unit_type', '304', 'ETag'],
    ['POST', '/v1/taxauth/tin_validation', '429', 'Retry-After'],
    ['GET', '/v1/version/', '401', 'WWW-Authenticate'],
    ['GET', '/v1/version/', '200', 'X-Request-Id'],
  ])('%s %s answers %s with %s', (method, path, status, header) => {
    expect(operationAt(method, path).responses[status]?.headers).toHaveProperty([header])
  })

  test('what is ours beyond the contract is said to be', () => {
    const submission = operationAt('POST', '/v1/sale/invoice_submission')
    expect(submission.responses['409']?.description).toContain('`record_closed`')
    expect(submission.description).toContain('`record_closed` is this gateway’s own')
    expect(JSON.stringify(document.components.schemas['Attention'])).toContain('`sending_paused` is this gateway’s own')
    expect(JSON.stringify(document.components.schemas['Record'])).toContain('it can be a little earlier than SENT_AT')
  })

  test('the introduction explains every entry of an error', () => {
    for (const code of findingCodes) expect(document.info.description).toContain(`| \`${code}\` | `)
    expect(document.info.description).not.toContain('{{')
  })
})

describe('its schemas', () => {
  test('every reference leads somewhere, and nothing that is named is unused', () => {
    const references = new Set(referencesIn(document))
    expect(references.size).toBeGreaterThan(40)
    for (const reference of references) expect(resolve(reference), reference).toBeDefined()
    for (const section of ['schemas', 'headers'] as const)
      for (const name of Object.keys(document.components[section]))
        expect(references, name).toContain(`#/components/${section}/${name}`)
  })

  test('a body is described by the schema that checks it', () => {
    const body = operationAt('POST', '/v1/self_billed/refund_note_submission').requestBody
    expect(body?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/SelfBilledRefundNote' })
    const { additionalProperties, required } = document.components.schemas['SelfBilledRefundNote'] ?? {}
    expect(additionalProperties).toBe(false)
    expect(required).toEqual(expect.arrayContaining(['COMPANY_CODE', 'ISSUED_AT', 'ORIGINALS', 'LINES', 'SUPPLIER']))
  })

  test('two different schemas cannot share a name', () => {
    const named = (shape: z.ZodObject) => shape.meta({ id: 'Twice' })
    const row = { method: 'GET', scope: 'any', outletScope: 'no_sale', summary: '', faults: [] } as const
    const one: DescribedEndpoint = { ...row, id: 'a', path: '/a', answers: { 200: named(z.object({ a: z.string() })) } }
    const other: DescribedEndpoint = { ...row, id: 'b', path: '/b', answers: { 200: named(z.object({ b: z.int() })) } }
    expect(() => buildOpenApi('1', [one, other])).toThrow('Twice')
    expect(() => buildOpenApi('1', [one, { ...one, id: 'c' }])).toThrow('GET /a')
  })
})

describe('its words', () => {
  test('tell of every field and every parameter', () => {
    expect(untoldIn(document, '#')).toEqual([])
    const parameters = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).flatMap(({ parameters: own }) =>
        own.flatMap((each) => (each.description === undefined ? [`${path} ${each.name}`] : [])),
      ),
    )
    expect(parameters).toEqual([])
  })

  test('have none that no field needs', () => {
    const said = JSON.stringify(document)
    expect(Object.values(fieldDescriptions).filter((words) => !said.includes(JSON.stringify(words)))).toEqual([])
  })

  test('call every amount one type, in bodies and in answers', () => {
    for (const name of ['Amount', 'UnitPrice', 'Quantity', 'Percent', 'ExchangeRate', 'RoundingAmount'])
      expect(document.components.schemas[name]).toMatchObject({ type: 'string' })
    expect(document.components.schemas['Line']?.['properties']).toMatchObject({
      QUANTITY: { $ref: '#/components/schemas/LineQuantity' },
    })
    expect(document.servers[0]?.url).toBe('/')
  })
})

describe('its examples', () => {
  const shown = interfaceEndpoints.filter(({ id }) => id.includes('.'))

  const answered = shown.flatMap(({ id, method, path, answers }) =>
    Object.entries(answers).map(([status, schema]) => ({ id, method, path, status, schema })),
  )

  test.each(answered)('the answer $status of $id is one it could give', ({ method, path, status, schema }) => {
    const { example } = operationAt(method, path).responses[status]?.content?.['application/json'] ?? {}
    expect(schema.safeParse(example).error?.issues).toBeUndefined()
  })

  const withBody = described.flatMap(({ id, path, body, notes }) =>
    body && (path.startsWith('/v1/') || notes?.example) ? [{ id, path, body }] : [],
  )

  test.each(withBody)('the body of $id would be accepted', ({ path, body }) => {
    const { example } = operationAt('POST', path).requestBody?.content['application/json'] ?? {}
    expect(body.safeParse(example).error?.issues).toBeUndefined()
  })

  test('a submission of the reference is a sale without fault, its totals included', () => {
    for (const { id, cell, body } of interfaceCatalogue) {
      if (cell?.operation !== 'submit') continue
      const example = interfaceEndpoints.find((endpoint) => endpoint.id === id)?.notes?.example
      const sale = toDomainNames(body?.parse(example) as WireSaleDocument)
      const rules = { consolidationLimit: null, mayConsolidateSelfBilled: false }
      const { kind, family } = cell
      const checked = checkSale(sale, { kind, family, now: Date.UTC(2026, 10, 21), codes: () => 'current', rules })
      expect(checked, id).toMatchObject({ ok: true })
    }
  })
})

function untoldIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const untold = Object.entries(propertiesIn(value))
    .filter(([, field]) => !('description' in (field as object)) && !('$ref' in (field as object)))
    .map(([name]) => `${path}.${name}`)
  return [...untold, ...Object.entries(value).flatMap(([key, member]) => untoldIn(member, `${path}/${key}`))]
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    key === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
  )
}

const resolve = (reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>> | undefined)?.[step], document)
