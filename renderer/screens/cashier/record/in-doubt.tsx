import type { ReactNode } from 'react'
import type { RecordDetail } from '../../../gateway/records.ts'
import { Time } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'

export const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
)

/** Since when the document is in doubt, and when MyInvois is asked again. */
export function InDoubtTimes({ shown: { record, events, next_work_at: next } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const doubted = events.findLast(({ type }) => type === 'outcome_unknown' || type === 'cancel_outcome_unknown')
  const times = [
    [say('in_doubt_since'), doubted?.at ?? null],
    [say('asked_again'), next],
  ] as const
  return times.map(
    ([term, instant]) =>
      instant !== null && (
        <Fact key={term} term={term}>
          <Time instant={instant} company={record.COMPANY_CODE} withDay withSeconds={false} />
        </Fact>
      ),
  )
}
