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
 * Trusts the authorities in the system's store, too: a proxy that inspects TLS needs it. If it cannot be read, nothing
 * changes.
 */
export async function trustSystemCertificates(): Promise<void> {
  const more = await readSystemStore()
  if (more.length > 0) setDefaultCACertificates([...new Set([...getCACertificates('default'), ...more])])
}

function readSystemStore(): Promise<readonly string[]> {
  const worker = new Worker(reading, { eval: true, execArgv: [], stdout: true, stderr: true })
  worker.unref()
  return new Promise((resolve) => {
    const end = (found: readonly string[]) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(found)
    }
    const timer = setTimeout(() => end([]), readWithinMs)
    worker.once('message', end)
    worker.once('error', () => end([]))
    worker.once('exit', () => end([]))
  })
}
