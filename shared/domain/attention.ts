/** Why a person must know or act (contract 4). */
export const attentionCodes = [
  'in_doubt_expired',
  'conflict',
  'cannot_be_sent',
  'waits_for_original',
  'original_not_valid',
  'rejection_requested',
  'company_not_ready',
  'clock_wrong',
  'consolidation_overdue',
  'sending_paused',
] as const
export type AttentionCode = (typeof attentionCodes)[number]
