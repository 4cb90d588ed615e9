/**
 * Why a document is not done with: a shift's list at its end, and what needs somebody.
 * `unsent`: not sent, and not just waiting for its consolidated document · `unconsolidated`: just waiting for that ·
 * `unanswered`: sent, or asked to be
 * cancelled, without an answer · `in_doubt`: nobody knows what became of it · `refused`, and not closed ·
 * `attention`: a person must know or act · `rejection_requested`: the buyer asks for it · `window_closing`: soon it can
 * be cancelled no more
 */
export const concerns = [
  'unsent',
  'unconsolidated',
  'unanswered',
  'in_doubt',
  'refused',
  'attention',
  'rejection_requested',
  'window_closing',
] as const
export type Concern = (typeof concerns)[number]

/** From then on the time for cancelling is about to end: a night is shorter. */
export const windowClosingMs = 12 * 3_600_000
