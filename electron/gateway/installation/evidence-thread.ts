import { parentPort, workerData } from 'node:worker_threads'
import type { Copied } from '../store/port/port.ts'
import type { EvidenceSaid, EvidenceTask } from './evidence-apart.ts'
import { makeEvidence, readings } from './evidence-pack.ts'
import { journalBytes } from './journal-at-rest.ts'

/** The thread that makes a pack: all of a journal is read for it, and no till waits for that. */
const { where, madeAt, ...wanted } = workerData as EvidenceTask
const say = (said: EvidenceSaid | Copied) => parentPort?.postMessage(said)

/** Often enough for somebody who looks on. */
const steps = 100

const totalBytes = readings * journalBytes(where)
let doneBytes = 0
let told = 0
say({ doneBytes, totalBytes })

const passed = (bytes: number): void => {
  doneBytes = Math.min(doneBytes + bytes, totalBytes)
  if (doneBytes - told < totalBytes / steps) return
  told = doneBytes
  say({ doneBytes, totalBytes })
}

await makeEvidence(where, { clock: { now: () => madeAt }, passed }, wanted).then(
  (made) => say({ made }),
  (thrown: unknown) => {
    const { message, code = null } = thrown as Error & { readonly code?: string }
    say({ made: null, message, code })
  },
)
