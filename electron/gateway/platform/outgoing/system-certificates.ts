import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Worker } from 'node:worker_threads'

/** In a thread, because reading the system's store takes a tenth of a second, in which tills would wait. */
const reading = `
const { getCACertificates } = require('node:tls')
const known = new Set(getCACertificates('bundled'))
require('node:worker_threads').parentPort.postMessage(getCACertificates('system').filter((each) => !known.has(each)))
`

const readWithinMs = 10_000

/**
 * Trusts the authorities in the system's store, too: a proxy that inspects TLS needs it. Nothing changes until it is
 * read, which a busy computer may still do after this has returned.
 * @throws Error if its thread could not be started or ended
 */
export async function trustSystemCertificates(): Promise<void> {
  const trusted = readSystemStore().then((more) => {
    if (more.length > 0) setDefaultCACertificates([...new Set([...getCACertificates('default'), ...more])])
  })
  const over = new AbortController()
  await Promise.race([trusted, pause(readWithinMs, undefined, { signal: over.signal })]).finally(() => over.abort())
}

async function readSystemStore(): Promise<readonly string[]> {
  const worker = new Worker(reading, { eval: true, execArgv: [], stdout: true, stderr: true })
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that reads certificates ended')))
  })
}
