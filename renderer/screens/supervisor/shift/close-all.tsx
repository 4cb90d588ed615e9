import { Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { amountOf } from '../../../../shared/domain/shift-money.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { ensureOpenShift, type ShownShift, sellingShifts, type Till } from '../../../gateway/shifts.ts'
import { Dialog, isReason, ReasonField } from '../../../parts/dialog.tsx'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { PaperHead, printElement } from '../../../parts/print-page.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { type Sum, Sums, useMethodName } from './report-figures.tsx'
import { totalOf } from './report-sums.ts'
import style from './shift.module.css'

interface CloseAllProps {
  readonly tills: readonly Till[]
  onClose(): void
}

/** Closes the shifts of all tills. Shifts without remainders are closed at once; the others get one reason together. */
export function CloseAll({ tills, onClose }: CloseAllProps) {
  const say = useWords(shiftWords)
  const language = useLanguage()
  const drawn = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<readonly ShownShift[]>([])
  const [left, setLeft] = useState<readonly ShownShift[] | null>(null)
  const [reason, setReason] = useState('')
  const close = async () => {
    const needing: ShownShift[] = []
    for (const till of tills)
      for (const code of sellingShifts(till)) {
        const shown = await ensureOpenShift(till, code)
        const isClean = shown.can_close === 'clean'
        const seen = left?.find(({ shift }) => shift.id === shown.shift.id)
        if (!isClean && !seen) {
          // A till's next shift cannot be closed before this one, which needs a reason first.
          needing.push(shown)
          break
        }
        const body = isClean ? {} : { reason, remainders: seen?.report.remainders.length }
        const ended = await operator('closeShift', { params: { id: shown.shift.id }, body })
        setClosed((before) => [...before, ended])
      }
    setLeft(needing)
  }
  const closing = useAct(['records'], close)
  const isDone = left?.length === 0
  const endedAt = closed.at(-1)?.shift.closed?.at
  const count = left?.reduce((sum, { report }) => sum + report.remainders.length, 0) ?? 0
  const print = () => printElement(drawn.current, { title: say('shift_report'), language })
  return (
    <Dialog
      title={say(isDone ? 'closed_all' : 'close_all_title')}
      isDestructive={count > 0}
      act={say(isDone ? 'print' : count > 0 ? 'close_with' : 'close_all')}
      canAct={count === 0 || isReason(reason)}
      doing={closing}
      onAct={isDone ? print : closing.mutate}
      onClose={onClose}
    >
      {left === null && <Text>{say('close_text')}</Text>}
      <div ref={drawn}>
        {isDone && endedAt !== undefined && (
          <PaperHead title={say('shift_report')} of={closed.map(({ shift }) => tillOf(shift))} madeAt={endedAt} />
        )}
        <Takings shifts={[...closed, ...(left ?? [])]} />
        {isDone && <p hidden>{say('signature')}: ______________________</p>}
      </div>
      {count > 0 && (
        <>
          <Text>{say('close_with_text', { count })}</Text>
          <CloseReason reason={reason} onChange={setReason} />
        </>
      )}
    </Dialog>
  )
}

interface CloseReasonProps {
  readonly reason: string
  onChange(reason: string): void
}

/** Why shifts are closed with open documents: the usual with one touch, or in a person's own words. */
export function CloseReason({ reason, onChange }: CloseReasonProps) {
  const say = useWords(shiftWords)
  const usual = (['left_for_tomorrow', 'left_to_buyer', 'left_to_authority'] as const).map((each) => say(each))
  return <ReasonField label={say('close_reason')} usual={usual} reason={reason} onChange={onChange} />
}

const tillOf = ({ outlet, terminal, shift }: ShownShift['shift']): string => `${outlet} · ${terminal} · ${shift}`

/** The takings of each shift, and all together by means of payment. */
function Takings({ shifts }: { readonly shifts: readonly ShownShift[] }) {
  const say = useWords(shiftWords)
  const methodName = useMethodName()
  if (shifts.length === 0) return null
  const paid = Map.groupBy(
    shifts.flatMap(({ report }) => report.by_payment),
    ({ FAMILY, CURRENCY_CODE, METHOD }) => `${FAMILY} ${CURRENCY_CODE} ${METHOD}`,
  )
  return (
    <div className={style['figures']}>
      <Sums
        title={say('totals')}
        rows={shifts.flatMap(({ shift, report }) => report.totals.map((sum) => [tillOf(shift), sum] as const))}
      />
      <Sums
        title={say('by_payment')}
        rows={[...paid.values()].flatMap((sums) =>
          sums[0] ? [[methodName(sums[0].METHOD), added(sums[0], sums)] as const] : [],
        )}
      />
      {shifts.map(
        ({ shift }) =>
          shift.closed?.reason && (
            <p key={shift.id}>
              {say('closed_with')}: {tillOf(shift)}, <Time instant={shift.closed.at} withDay />,{' '}
              <ActorName by={shift.closed.by} />: <bdi>{shift.closed.reason}</bdi>
            </p>
          ),
      )}
    </div>
  )
}

const added = (first: Sum, sums: readonly Sum[]): Sum => ({
  ...first,
  count: sums.reduce((count, sum) => count + sum.count, 0),
  amount: amountOf(totalOf(sums)),
})
