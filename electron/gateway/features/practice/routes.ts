import type { practiceRows } from '../../../../shared/api/operator/practice.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type CertificateDeps, issuePracticeCertificate } from './practice-certificate.ts'
import { type PracticeDeps, rehearse } from './practice-fault.ts'
import { practiceWarnings } from './practice-warnings.ts'

export const practiceRoutes = (parts: PracticeDeps & CertificateDeps): HandlersOf<typeof practiceRows> => ({
  practiceFault: rehearse(parts),
  practiceWarnings: practiceWarnings(parts),
  practiceCertificate: issuePracticeCertificate(parts),
})
