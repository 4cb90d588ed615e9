import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { daysOfMonth } from '../../../../shared/domain/calendar.ts'
import { useCompanyChoice } from '../../../parts/company-choice.tsx'
import { DayField } from '../../../parts/day.tsx'
import { today } from '../../../parts/moments.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { SalesReportView } from './report.tsx'
import { ShiftTabs } from './rooms.tsx'
import style from './shift.module.css'

/** The report of a day or a month. */
export function SalesReportScreen() {
  const say = useWords(shiftWords)
  const [company, choice] = useCompanyChoice()
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const [day, setDay] = useState(today)
  return (
    <ShiftTabs>
      <div className={style['page']}>
        <PageTitle>{say('reports')}</PageTitle>
        <div className={style['row']}>
          <SegmentedControl
            size="md"
            aria-label={say('span')}
            value={span}
            onChange={(next) => setSpan(next === 'month' ? 'month' : 'day')}
            data={[
              { value: 'day', label: say('day') },
              { value: 'month', label: say('month') },
            ]}
          />
          <DayField
            isMonth={span === 'month'}
            label={say(span)}
            value={span === 'day' ? day : day.slice(0, 7)}
            onPick={(value) => {
              if (value !== '') setDay(span === 'day' ? value : `${value}-01`)
            }}
          />
          {choice}
        </div>
        {company !== '' && (
          <SalesReportView key={`${company} ${day} ${span}`} company={company} days={daysIn(day, span)} />
        )}
      </div>
    </ShiftTabs>
  )
}

/** The first and the last day. */
function daysIn(day: string, span: 'day' | 'month') {
  if (span === 'day') return { from: day, to: day }
  const days = daysOfMonth(day.slice(0, 7))
  return { from: days[0] ?? day, to: days.at(-1) ?? day }
}
