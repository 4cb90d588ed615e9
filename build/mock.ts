// npm run mock -- --port N: answers every call of the reference with its example, for whoever builds a till without a
// gateway. “Prefer: code=409” asks for another answer of the same call.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { reference } from '../shared/api/openapi/reference.ts'
import { mockAnswers } from './mock-answers.ts'

const { port = '7511' } = parseArgs({ options: { port: { type: 'string' } } }).values
const answerTo = mockAnswers(reference())

const server = createServer((asked, response) => {
  const [path = ''] = (asked.url ?? '').split('?', 1)
  const code = /\bcode=(\d{3})\b/.exec(String(asked.headers['prefer'] ?? ''))?.[1] ?? null
  const { status, type, content } = answerTo(asked.method ?? 'GET', path, code)
  asked.resume()
  response.writeHead(status, { 'content-type': type }).end(content)
})
server.listen(Number(port), '127.0.0.1', () => {
  const at = server.address() as AddressInfo
  process.stdout.write(`The examples are served at http://127.0.0.1:${at.port}/v1. Nothing is kept, nothing is sent.\n`)
})
