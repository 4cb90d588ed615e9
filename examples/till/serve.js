// node examples/till/serve.js: serves the page, and puts the token to what it asks of the gateway.
import { createReadStream } from 'node:fs'
import { createServer, request } from 'node:http'

const { RESIT_URL = 'http://127.0.0.1:7510', RESIT_TOKEN = '', PORT = '7520' } = process.env
const gateway = new URL(RESIT_URL)
const types = { '/': ['index.html', 'text/html'], '/till.css': ['till.css', 'text/css'] }
for (const script of ['/till.js', '/sales.js']) types[script] = [script.slice(1), 'text/javascript']

const server = createServer((asked, answer) => {
  // A name of somebody else's that leads here is not this till.
  if (!/^(127\.0\.0\.1|localhost):\d+$/.test(asked.headers.host ?? '')) {
    answer.writeHead(421).end()
    return
  }
  const page = types[asked.url]
  if (page) {
    answer.setHeader('content-type', `${page[1]}; charset=utf-8`)
    createReadStream(new URL(page[0], import.meta.url)).pipe(answer)
    return
  }
  // Another page in this browser must not sell in this till's name.
  const site = asked.headers['sec-fetch-site']
  if (!/^\/(v1|operator\/v1)\//.test(asked.url) || (site !== undefined && site !== 'same-origin')) {
    answer.writeHead(404).end()
    return
  }
  const { 'content-type': type, 'content-length': length } = asked.headers
  const headers = {
    authorization: `Bearer ${RESIT_TOKEN}`,
    ...(type && { 'content-type': type }),
    ...(length && { 'content-length': length }),
  }
  const onward = request(new URL(asked.url, gateway), { method: asked.method, headers }, (told) => {
    const { 'content-type': form = 'application/json', 'retry-after': later } = told.headers
    answer.writeHead(told.statusCode, { 'content-type': form, ...(later && { 'retry-after': later }) })
    told.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The till is at http://127.0.0.1:${server.address().port}/`))
