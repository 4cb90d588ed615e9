import type { z } from 'zod'
import { integrityToWire, type proofStatusSchema } from '../../../../shared/api/operator/proof.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { translate } from '../../../../shared/words/engine.ts'
import { findingText, journalWords } from '../../../../shared/words/journal.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { ContinuousCopy } from '../../store/port/copy.ts'
import type { Journal, JournalStatus } from '../../store/port/journal.ts'
import type { Companies } from '../../store/port/port.ts'
import type { SendingPauses } from '../sending/sending-pauses.ts'

export const proofRoutes = (parts: ProofDeps) =>
  ({
    proof: async ({ language }) => ok(shown(await parts.journal.status(), language)),
    trust: async ({ body, caller, language }) => {
      const { journal, clock, companies, renewSeal, copy, outbox, pauses } = parts
      const { reason } = body
      const { findings } = await journal.status()
      // Without its seal the installation cannot prove its journal, so it gets a new one.
      const isSealGone = findings.some(({ code }) => code === 'seal_missing' || code === 'seal_locked')
      if (isSealGone) await renewSeal()
      const { by } = caller
      const at = clock.now()
      const count = findings.length > 0 ? await journal.unsentOfBackup() : 0
      const values = { count: String(count) }
      const pause = { since: at, by, reason: translate(journalWords, language, 'backup_unsent', values) }
      const isPausing = count > 0 && pauses.at(null) === null
      // Before anything can be sent: voids after the backup are not known here.
      if (isPausing) await pauses.pause(null, pause)
      const outcome = await journal.trust({ by, at, reason })
      if (isPausing && outcome !== 'trusted') await pauses.resume(null, pause)
      if (outcome === 'trusted') {
        copy?.renew()
        for (const { profile } of await companies.list()) outbox.mended(profile.companyGuid)
      }
      const says = outcome === 'trusted' && count > 0 ? 'trusted_paused' : outcome
      const message = translate(journalWords, language, says, values)
      return ok({ trusted: outcome !== 'history_differs', outcome, message })
    },
    verify: async ({ language }) => ok(integrityToWire(await parts.journal.verify(parts.clock.now()), language)),
  }) satisfies Partial<OperatorHandlers>

export interface ProofDeps {
  readonly journal: Journal
  readonly clock: Clock
  readonly companies: Companies
  readonly pauses: SendingPauses
  readonly renewSeal: () => Promise<unknown>
  readonly copy: Pick<ContinuousCopy, 'renew'> | null
  readonly outbox: Pick<Outbox, 'mended'>
}

function shown(status: JournalStatus, language: Language): z.output<typeof proofStatusSchema> {
  const { isTrusted, findings, findingCount, provedAt, lines, code } = status
  return {
    trusted: isTrusted,
    findings: findings.map((finding) => ({ ...finding, message: findingText(finding, language) })),
    finding_count: findingCount,
    lines,
    code,
    proved_at: provedAt === null ? null : toIsoTime(provedAt),
  }
}
