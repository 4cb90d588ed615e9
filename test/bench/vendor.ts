import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import express from 'express'
import { saleSchemas } from '../../shared/document/sale.ts'

/**
 * What a developer writes in an afternoon: Express, the same schema in zod, and one durable insert for each submission.
 * It has no journal, outbox, second reader or sentences.
 */
const dir = mkdtempSync(join(tmpdir(), 'resit-vendor-'))
const database = new Sqlite(join(dir, 'vendor.db'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec(
  'CREATE TABLE sale (id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, status TEXT NOT NULL, body TEXT) STRICT',
)
const insert = database.prepare("INSERT INTO sale (id, code, status, body) VALUES (?, ?, 'Pending', ?)")

const app = express()
app.use(express.json({ limit: '1mb' }))
app.post('/v1/sale/invoice_submission', (request, response) => {
  const sale = saleSchemas.sale.invoice.safeParse(request.body)
  if (!sale.success) return void response.status(400).json({ issues: sale.error.issues })
  const id = crypto.randomUUID()
  insert.run(id, sale.data.SALE_CODE, JSON.stringify(request.body))
  response.status(202).json({ SALE_GUID: id, STATUS: 'Pending', SALE_CODE: sale.data.SALE_CODE })
})

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`)
})
process.on('SIGTERM', () => {
  database.close()
  rmSync(dir, { recursive: true })
  process.exit(0)
})
