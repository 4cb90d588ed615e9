import { spawnSync } from 'node:child_process'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { apiOf } from '../support/api.ts'
import { importCompany } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { scrape } from '../support/scrape.ts'
import { invoice } from '../support/till.ts'

const open: TestGateway[] = []
afterEach(async () => {
  for (const gateway of open.splice(0).toReversed()) await gateway.close()
})

/** Starts a gateway and reads its log. */
async function start(env: Environment = {}) {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const gateway = await startGateway({ env, ports: { log } })
  open.push(gateway)
  const answered = () =>
    lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>).filter(({ msg }) => msg === 'answered')
  return { gateway, answered, lines }
}

test('what happens is counted as Prometheus counts it, and no label names a person or a document', async () => {
  const { gateway } = await start()
  const api = apiOf(gateway, await gateway.token())
  const sale = invoice('m1')
  const { body } = await api.submit('sale', 'invoice', sale)
  await api.submit('sale', 'invoice', sale)
  await api.submit('sale', 'invoice', invoice('m2', { LINES: [] }))
  await api.until(body, 'Valid')
  const text = await scrape(gateway)
  const outcome = (name: string) => `resit_submissions_total{family="sale",kind="invoice",outcome="${name}"} 1`
  for (const line of [
    outcome('accepted'),
    outcome('repeated'),
    outcome('invalid'),
    'resit_document_transitions_total{status="Pending"} 1',
    'resit_document_transitions_total{status="Valid"} 1',
    'resit_authority_requests_total{endpoint="POST /api/v1.0/documentsubmissions/",code="202"} 1',
    'resit_http_requests_total{endpoint="invoice.sale.submit",code="202"} 1',
    'resit_http_request_duration_seconds_bucket{le="+Inf",endpoint="invoice.sale.submit"} 3',
    'resit_http_request_duration_seconds_count{endpoint="invoice.sale.submit"} 3',
  ])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(
    /resit_authority_requests_total\{endpoint="GET \/api\/v1.0\/documentsubmissions\/:id",code="200"\} \d/,
  )
  expect(text).toMatch(/resit_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*",authority="practice"\} 1/)
  expect(text).not.toMatch(/quantile|C\d{10}|[\da-f]{8}-[\da-f]{4}/)
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  if (checked.error) console.warn(`what /metrics says was not looked at by promtool: ${checked.error.message}`)
  else expect([checked.status, checked.stderr]).toEqual([0, ''])
})

test('a log of answers can be turned on: with the request id and the trace, without what the path or the body names', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const { gateway, answered, lines } = await start({ RESIT_ACCESS_LOG: 'on' })
  const headers = { authorization: `Bearer ${await gateway.token()}`, traceparent }
  const asked = await fetch(
    `${gateway.baseUrl}/sale/invoice_checkstatus/by_guid?sale_guid=0b6f7c1e-1111-4222-8333-444455556666`,
    { headers },
  )
  await asked.text()
  const told = { request_id: asked.headers.get('x-request-id'), traceparent, endpoint: 'invoice.sale.statusByGuid' }
  await expect.poll(answered).toContainEqual(expect.objectContaining({ ...told, status: 404 }))
  expect(lines.join('')).not.toMatch(/0b6f7c1e|rst_/)
})

test('the trace of a till goes on to the head office, with the sale that is sent later and with the question that waits', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const office = await start({ RESIT_ACCESS_LOG: 'on' })
  const token = await office.gateway.token()
  const shop = await start({
    RESIT_AUTHORITY: 'gateway',
    RESIT_UPSTREAM_URL: office.gateway.baseUrl,
    RESIT_UPSTREAM_TOKEN: token,
  })
  await importCompany(shop.gateway)
  const post = async (path: string, body: object, more = {}) => {
    const headers = {
      authorization: `Bearer ${await shop.gateway.token()}`,
      'content-type': 'application/json',
      ...more,
    }
    return fetch(`${shop.gateway.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const traced = () =>
    office
      .answered()
      .filter((line) => line['traceparent'] === traceparent)
      .map(({ endpoint }) => endpoint)
  expect((await post('/sale/invoice_submission', invoice('untraced'))).status).toBe(202)
  expect((await post('/sale/invoice_submission', invoice('traced'), { traceparent })).status).toBe(202)
  await expect
    .poll(() => office.answered().filter(({ endpoint }) => endpoint === 'invoice.sale.submit'))
    .toHaveLength(2)
  await post(
    '/taxauth/tin_validation',
    { customer_tin: 'C1234567890', customer_idtype: 'BRN', customer_idnum: '201901234567' },
    { traceparent: 'not a trace' },
  )
  expect(traced()).toEqual(['invoice.sale.submit'])
  await post(
    '/taxauth/tin_validation',
    { customer_tin: 'C1234567891', customer_idtype: 'BRN', customer_idnum: '201901234567' },
    { traceparent },
  )
  await expect.poll(traced).toEqual(['invoice.sale.submit', 'tinValidation'])
})
