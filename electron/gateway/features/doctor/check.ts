import type { StatusWord } from '../../../../shared/words/words.ts'

/** One thing the doctor looked at, and what there is to say of it. */
export interface Check {
  readonly name: string
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly says: StatusWord
  readonly values?: Readonly<Record<string, string>>
}
