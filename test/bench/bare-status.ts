import Sqlite from 'better-sqlite3'
import fastify from 'fastify'

/**
 * The least that can answer for the state of a sale: Fastify, and a prepared statement that reads the same row of the
 * same file. It checks no token and does not translate the record.
 */
const database = new Sqlite(process.argv[2] ?? '', { readonly: true, fileMustExist: true })
const byGuid = database.prepare<[string]>('SELECT * FROM record WHERE sale_guid = ?')
const app = fastify()
app.get('/v1/sale/invoice_checkstatus/by_guid', (request, reply) => {
  const row = byGuid.get(String(request.headers['sale_guid']))
  return row ?? reply.code(404).send({ code: 'not_found' })
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 })}\n`)
process.on('SIGTERM', () => {
  database.close()
  process.exit(0)
})
