import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type RefusedSale, useRefusedSales } from '../gateway/records.ts'
import { useSession } from '../gateway/session.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Reason } from './authority-faults.tsx'
import { chime } from './chime.ts'
import { moneyText } from './figures.tsx'
import style from './refusal-notice.module.css'
import { Secondary } from './secondary.tsx'

const key = 'resit.refusals-seen'
const mostKept = 300

/**
 * The refusals that this person has seen on this computer. If a corrected sale is refused again, it is unseen again.
 */
function useSeen() {
  const person = useSession().operator.id
  // A default would be written for a person who saw none.
  const [seen = [], keep] = useLocalStorage<readonly string[] | undefined>({ key, getInitialValueInEffect: false })
  const keyOf = ({ record: { SALE_GUID, REVISION } }: RefusedSale) => `${person} ${SALE_GUID} ${REVISION}`
  const isSeen = (refusal: RefusedSale) => seen.includes(keyOf(refusal))
  const see = (refusals: readonly RefusedSale[]) => keep([...refusals.map(keyOf), ...seen].slice(0, mostKept))
  return { keyOf, isSeen, see }
}

/** A notice with a sound, if a sale is refused after the person went on to the next one. It stays until it was seen. */
export function RefusalNotice() {
  const say = useWords(shellWords)
  const go = useNavigate()
  const { href } = useLocation()
  const { keyOf, isSeen, see } = useSeen()
  const refusals = useRefusedSales()
  const unseen = refusals.filter((each) => !isSeen(each))
  // The screen of the sale itself shows its refusal.
  const isShown = ({ record }: RefusedSale) => href.includes(record.SALE_GUID)
  const shown = unseen.filter(isShown)
  useEffect(() => {
    if (shown.length > 0) see(shown)
  })
  const [newest, ...others] = unseen.filter((each) => !shown.includes(each))
  const newestKey = newest && keyOf(newest)
  useEffect(() => {
    if (newestKey !== undefined) chime('bad')
  }, [newestKey])
  // Two sales on one screen would have two buttons with the same name.
  if (!newest || refusals.some(isShown)) return null
  const { mine, record } = newest
  const amount = moneyText(record.TOTAL_PAYABLE, record.CURRENCY_CODE)
  const isCorrectable = record.NEXT_ACTION.ACTION === 'correct'
  const open = () =>
    void (isCorrectable
      ? go({ to: '/new', search: { correct: record.SALE_GUID } })
      : go({ to: '/sales/$guid', params: { guid: record.SALE_GUID } }))
  return (
    <div role="alert" className={style['notice']} data-refusal>
      <IconX size={20} aria-hidden />
      <span className={style['text']}>
        <b>{say(mine ? 'refused_mine' : 'refused_here', { code: record.SALE_CODE, amount })}</b>{' '}
        <Reason record={record} />
      </span>
      <Button size="sm" onClick={open}>
        {say(isCorrectable ? 'refused_correct' : 'refused_open')}
      </Button>
      <Secondary size="sm" onClick={() => see([newest, ...others])}>
        {say('refused_later')}
      </Secondary>
    </div>
  )
}
