import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { daysOf } from '../../../../shared/domain/calendar.ts'
import { useTills } from '../../../gateway/shifts.ts'
import { DayField } from '../../../parts/day.tsx'
import { today } from '../../../parts/moments.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { Awaiting, Empty } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { Report } from './report.tsx'
import { Rooms } from './rooms.tsx'
import style from './shift.module.css'

/** What was sold on a day or in a month. */
export function Figures() {
  const say = useWords(shiftWords)
  const tills = useTills()
  const companies = [...new Set((tills.data ?? []).map((till) => till.company))]
  const [picked, setCompany] = useState<string | null>(null)
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const [day, setDay] = useState(today)
  const company = picked ?? companies[0] ?? null
  if (!tills.data) return <Awaiting query={tills} />
  return (
    <Rooms>
      <div className={style['page']}>
        <PageTitle>{say('figures')}</PageTitle>
        <div className={style['row']}>
          <SegmentedControl
            size="md"
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
          {companies.length > 1 && (
            <Select
              label={say('company')}
              allowDeselect={false}
              value={company}
              data={companies}
              onChange={setCompany}
            />
          )}
        </div>
        {company === null && <Empty title={say('no_tills')} next={say('no_tills_next')} />}
        {company !== null && <Report key={`${company} ${day} ${span}`} company={company} days={daysIn(day, span)} />}
      </div>
    </Rooms>
  )
}

/** Both included. */
function daysIn(day: string, span: 'day' | 'month') {
  if (span === 'day') return { from: day, to: day }
  const days = daysOf(day.slice(0, 7))
  return { from: days[0] ?? day, to: days.at(-1) ?? day }
}
