import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { amountText, hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import type { ShiftDetail } from '../../../gateway/shifts.ts'
import { parseAmount } from '../../../parts/amounts.ts'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { withPreventDefault } from '../../../parts/forms.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { Refused } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { tillReportWords } from '../../../words/till-report.ts'
import { SumsTable } from './report-figures.tsx'
import style from './shift.module.css'

/** Compares the till's total of a shift with the documents that arrived. The till sends the total, or a person types it. */
export function TillTotalComparison({ shown: { shift, till } }: { readonly shown: ShiftDetail }) {
  const say = useWords(tillReportWords)
  const [isTyping, setTyping] = useState(false)
  const isTold = till.some(({ day }) => day === null)
  return (
    <Section className={style['part']} title={say('title')}>
      {till.map((each) => (
        <Compared key={each.day} {...each} />
      ))}
      <div data-screen-only>
        {isTyping ? (
          <Typing shift={shift} onDone={() => setTyping(false)} />
        ) : (
          <Secondary onClick={() => setTyping(true)}>{say(isTold ? 'correct_total' : 'type')}</Secondary>
        )}
      </div>
    </Section>
  )
}

function Typing({ shift, onDone }: Pick<ShiftDetail, 'shift'> & { onDone(): void }) {
  const say = useWords(tillReportWords)
  const [typed, setTyped] = useState({ count: '', total: '' })
  const { company, outlet, terminal, id } = shift
  const total = parseAmount(typed.total) ?? ''
  const body = { company, outlet, terminal, shift_id: id, count: Number(typed.count), total }
  const compare = useAct(['records'], () => operator('keepTillReport', { body }), onDone)
  return (
    <form className={style['row']} onSubmit={withPreventDefault(compare.mutate)}>
      {(['count', 'total'] as const).map((word) => (
        <TextInput
          key={word}
          label={say(word)}
          inputMode="decimal"
          value={typed[word]}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [word]: value })}
          autoFocus={word === 'count'}
        />
      ))}
      <Secondary type="submit" loading={compare.isPending} disabled={!/^\d{1,9}$/.test(typed.count) || total === ''}>
        {say('compare')}
      </Secondary>
      <Refused error={compare.error} />
    </form>
  )
}

type TillComparison = ShiftDetail['till'][number]

/** Whether the till's total of the shift differs, or a number is missing. */
export const isDifferent = ({ day, agrees, differences }: TillComparison): boolean =>
  day === null && (!agrees || differences.length > 0)

/** @param of the shift, if several stand below each other */
export function Compared({ of, ...compared }: TillComparison & { readonly of?: string }) {
  const say = useWords(tillReportWords)
  const { day, till, here, at, by, agrees, differences } = compared
  const total = amountText(hundredthsOf(here.total) - hundredthsOf(till.total))
  const sums = { till, here, apart: { count: here.count - till.count, total } }
  const rows = (['till', 'here', 'apart'] as const).map((word) => {
    const { count, total: amount } = sums[word]
    return [say(word), { FAMILY: 'sale', CURRENCY_CODE: 'MYR', count, amount }] as const
  })
  const title = say(agrees ? 'agrees' : 'differs')
  return (
    <>
      {!agrees && <p>{say('differs_next')}</p>}
      <SumsTable title={[of ?? day, title].filter(Boolean).join(' · ')} rows={rows} />
      {[...Map.groupBy(differences, ({ kind }) => kind)].map(([kind, found]) => (
        <p key={kind}>{say(kind, { numbers: found.map(({ number }) => number).join(' · ') })}</p>
      ))}
      <span className="quiet">
        <ActorName by={by} /> · <Time instant={at} withDay />
      </span>
    </>
  )
}
