import { open } from 'node:fs/promises'
import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { evidenceMade } from '../../../../shared/api/operator/upkeep.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Language, type StatusWord, say } from '../../../../shared/words/words.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Companies, Copied } from '../../store/port/port.ts'
import type { Wanted } from '../evidence/gather.ts'
import type { PackMade } from '../evidence/write-pack.ts'
import { companyNamed } from '../shifts/kept-report.ts'

/** Makes packs beside everything else; the last one lies in its file. */
export interface EvidenceMaker {
  readonly file: string
  /** @param madeAt in milliseconds @throws Error of the file system; ENOSPC where there is no room */
  make(wanted: Wanted, madeAt: number, tell: (copied: Copied) => void): Promise<PackMade>
  stop(): Promise<void>
}

/** Not where this is kept: whoever sold it makes the evidence. */
export class EvidenceElsewhere extends Error {
  override readonly name = 'EvidenceElsewhere'
}

interface EvidenceDeps {
  readonly maker: EvidenceMaker
  readonly companies: Companies
  readonly clock: Clock
  readonly log: Log
}

interface Making {
  readonly wanted: Wanted
  readonly startedAt: number
  progress: Copied
  end: { readonly at: number; readonly made: PackMade } | { readonly at: number; readonly says: StatusWord } | null
}

/** Packs of evidence on the screens: one at a time, made while everything else goes on. */
export function evidenceHandlers({ maker, companies, clock, log }: EvidenceDeps) {
  let last: Making | null = null

  function begin(wanted: Wanted): Making {
    const making: Making = { wanted, startedAt: clock.now(), progress: { doneBytes: 0, totalBytes: 0 }, end: null }
    const tell = (copied: Copied): void => {
      making.progress = copied
    }
    // A refusal before the thread begins is told like one of the thread.
    const made = (async () => maker.make(wanted, making.startedAt, tell))()
    made.then(
      (pack) => {
        making.end = { at: clock.now(), made: pack }
      },
      (err: unknown) => {
        log.warn({ err }, 'a pack of evidence was not made')
        making.end = { at: clock.now(), says: wordFor(err) }
      },
    )
    return making
  }

  const makeEvidence: OperatorHandler<'makeEvidence'> = async (call) => {
    const { from, to, company: code } = call.body
    if (from > to) throw validationFailed([{ pointer: '/to', code: 'period_reversed' }])
    const company = code === null ? null : await companyNamed({ companies }, code, call)
    // Whoever asks while one is made is shown that one.
    if (!last || last.end)
      last = begin({ from, to, company: company && { guid: company.companyGuid, code: company.companyCode } })
    return ok(shown(last, call.language))
  }
  const showEvidence: OperatorHandler<'showEvidence'> = async ({ language }) => ok(shown(last, language))
  const evidenceFile: OperatorHandler<'evidenceFile'> = async () => {
    if (!last?.end || !('made' in last.end)) throw new Fault('route_not_found')
    const { from, to } = last.wanted
    // Somebody tidied the data directory: it is made again.
    const handle = await open(maker.file).catch((cause: unknown) => {
      throw new Fault('route_not_found', { cause })
    })
    return {
      status: 200,
      media: { type: 'application/zip', content: handle.createReadStream() },
      headers: { 'content-disposition': `attachment; filename="evidence-${from}-${to}.zip"` },
    }
  }
  return { makeEvidence, showEvidence, evidenceFile }
}

function wordFor(cause: unknown): StatusWord {
  if (cause instanceof EvidenceElsewhere) return 'evidence_elsewhere'
  return (cause as { readonly code?: unknown }).code === 'ENOSPC' ? 'evidence_no_room' : 'evidence_failed'
}

type Shown = z.input<typeof evidenceMade>

const nothing: Shown = {
  state: 'none',
  done_bytes: 0,
  total_bytes: 0,
  started_at: null,
  finished_at: null,
  message: null,
  from: null,
  to: null,
  company: null,
  pack: null,
}

function shown(making: Making | null, language: Language): Shown {
  if (!making) return nothing
  const { wanted, startedAt, progress, end } = making
  const told = {
    ...nothing,
    done_bytes: progress.doneBytes,
    total_bytes: progress.totalBytes,
    started_at: toWire(startedAt),
    from: wanted.from,
    to: wanted.to,
    company: wanted.company?.code ?? null,
  }
  if (!end) return { ...told, state: 'running' }
  const finished_at = toWire(end.at)
  if ('says' in end) return { ...told, state: 'failed', finished_at, message: say(language, 'status', end.says) }
  const { bytes, fingerprint, attempts, lines, isWhole } = end.made
  return { ...told, state: 'done', finished_at, pack: { bytes, fingerprint, attempts, lines, whole: isWhole } }
}
