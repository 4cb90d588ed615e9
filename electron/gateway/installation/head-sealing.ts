import { type JournalFinding, journalFinding, rollbackFinding } from '../../../shared/domain/journal-finding.ts'
import type { GatewayPorts } from '../ports.ts'
import type { Journal, JournalHead } from '../store/port/journal.ts'
import { markHeadSealed, type SealAbsence } from './seal.ts'
import type { SealedHead } from './sealed-head.ts'

const everyMs = 3_000

interface HeadEvidence {
  readonly sealAbsence: SealAbsence | null
  /** Null if nothing is kept outside the data directory. */
  readonly sealed: SealedHead | null
}

/** Done before anything may be sent. */
export async function compareWithSealedHead(
  journal: Pick<Journal, 'status' | 'has' | 'found'>,
  outside: HeadEvidence,
  log: GatewayPorts['log'],
): Promise<void> {
  const found = await headFindings(journal, outside)
  // A log that can only be read refuses even no findings.
  if (found.length > 0) await journal.found(found)
  const { isTrusted, findings } = await journal.status()
  if (!isTrusted) log.error({ findings }, 'what is kept is in doubt: nothing is sent')
}

async function headFindings(
  journal: Pick<Journal, 'status' | 'has'>,
  { sealAbsence, sealed }: HeadEvidence,
): Promise<readonly JournalFinding[]> {
  if (sealAbsence) return [journalFinding(sealAbsence)]
  const read = sealed?.read() ?? { kind: 'none' }
  switch (read.kind) {
    case 'none':
      // It is not known whether the backup was the last state.
      return (await journal.status()).isRestored
        ? [journalFinding('rolled_back', { detail: 'a backup was put back' })]
        : []
    case 'missing':
      return [journalFinding('head_missing')]
    case 'forged':
      return [journalFinding('head_forged')]
    case 'sealed': {
      const { head, original } = read
      const detail = `line ${head.line} of run ${head.session} is missing`
      return [
        ...((await journal.has(head)) ? [] : [journalFinding('rolled_back', { line: head.line, detail })]),
        ...(original === null ? [] : [journalFinding('copy_beside', { detail: original })]),
      ]
    }
  }
}

/** Seals the journal's head every few seconds and at the end; also at once, because it is a new run. */
export async function sealHeadRegularly(
  journal: Pick<Journal, 'proveHead' | 'has' | 'found'>,
  sealed: SealedHead | null,
  ports: Pick<GatewayPorts, 'log' | 'secrets' | 'randomness' | 'machineId'>,
): Promise<{ stop(): Promise<void> }> {
  const { log } = ports
  let last: JournalHead | null = null
  let isTold = false
  const seal = async () => {
    try {
      const head = await journal.proveHead()
      if (!sealed || head === null || JSON.stringify(head) === JSON.stringify(last)) return
      // The head that was sealed before shows if lines were cut off.
      if (last && !(await journal.has(last))) return await journal.found([rollbackFinding(last.line)])
      await sealed.note(head)
      if (last === null) await markHeadSealed(ports)
      last = head
    } catch (err) {
      // The earlier seal stays valid. But if a whole run stays unsealed, an older data directory could be put back
      // unnoticed.
      const level = last === null && !isTold ? 'error' : 'debug'
      isTold = true
      log[level]({ err }, 'how far the journal has come could not be sealed')
    }
  }
  await seal()
  const timer = setInterval(() => void seal(), everyMs).unref()
  return {
    async stop() {
      clearInterval(timer)
      await seal()
    },
  }
}
