import { Button, Group } from '@mantine/core'
import { IconArrowRight, IconFileText, IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DocumentActs } from '../../../actions/document-acts.tsx'
import { canLookUp } from '../../../actions/outcome.ts'
import { type ListedRecord, type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { SoldAt } from '../../../parts/day.tsx'
import { SignedTotal } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import { faultsAtFields } from '../../cashier/new-document/fault-fields.ts'
import { InDoubtTimes } from '../../cashier/record/in-doubt.tsx'
import style from './one-by-one.module.css'

interface OneByOneProps {
  readonly guid: string
  /** The rows of the list, in its order. */
  readonly rows: readonly ListedRecord[]
  /** @param guid null goes back to the list */
  onGo(guid: string | null): void
}

/**
 * Shows one document: why it needs a person, its acts, and then the next document. It stays the same document even if
 * the list changes, so that Enter never acts on a document that was not read.
 */
export function OneByOne({ guid, rows, onGo }: OneByOneProps) {
  const say = useWords(todoWords)
  const go = useNavigate()
  const shown = useRecord(guid)
  const { at, count, next } = usePlace(guid, rows)
  if (!shown.data) return <QueryState query={shown} />
  const { record } = shown.data
  const isSettled = !rows.some((row) => row.record.SALE_GUID === guid)
  return (
    <section className={style['one']} aria-label={say('work_through')} data-guid={guid}>
      <Group justify="space-between">
        <span className="quiet figure">{isSettled ? '' : say('position', { at, count })}</span>
        {next !== null && (
          <Secondary icon={IconListCheck} onClick={() => onGo(null)}>
            {say('to_list')}
          </Secondary>
        )}
      </Group>
      <Facts shown={shown.data} />
      {!isSettled && <AuthorityFaults faults={faultsAtFields(record)} />}
      <p className={style['why']} role="status">
        {isSettled ? say('settled') : (record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON)}
      </p>
      <Group gap="sm" key={`${guid} ${isSettled}`} ref={focusMain}>
        {!isSettled && <DocumentActs shown={shown.data} isInList />}
        <Secondary icon={IconFileText} onClick={() => void go({ to: '/sales/$guid', params: { guid } })}>
          {say('show_whole')}
        </Secondary>
        <Button
          variant={isSettled ? 'filled' : 'default'}
          data-primary={isSettled || undefined}
          rightSection={next !== null && <IconArrowRight size={20} aria-hidden />}
          onClick={() => onGo(next)}
        >
          {say(next === null ? 'to_list' : 'next_one')}
        </Button>
      </Group>
    </section>
  )
}

/** The document's index in the list, also after it left the list, and the next document. */
function usePlace(guid: string, rows: readonly ListedRecord[]) {
  const guids = rows.map(({ record }) => record.SALE_GUID)
  const found = guids.indexOf(guid)
  const [last, setLast] = useState(found)
  if (found >= 0 && found !== last) setLast(found)
  return { at: found + 1, count: guids.length, next: guids[found >= 0 ? found + 1 : Math.max(last, 0)] ?? null }
}

function Facts({ shown }: { readonly shown: RecordDetail }) {
  const sayStatus = useWords(statusWords)
  const { record, sale } = shown
  const party = record.FAMILY === 'self_billed' ? sale?.SUPPLIER : sale?.BUYER
  return (
    <div className={style['facts']}>
      <StatusMark {...shown} />
      <h2 className={style['what']}>
        {sayStatus(record.KIND)} <bdi>{record.SALE_CODE}</bdi>
      </h2>
      <span className={style['amount']}>
        <SignedTotal record={record} />
      </span>
      <span className="quiet">
        {party && (
          <>
            <bdi>{party.NAME}</bdi> ·{' '}
          </>
        )}
        <bdi>{record.OUTLET_NAME}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi> · <bdi>{record.SHIFT_CODE}</bdi> ·{' '}
        <SoldAt record={record} />
      </span>
      {canLookUp(record) && (
        <dl className={style['times']}>
          <InDoubtTimes shown={shown} />
        </dl>
      )}
    </div>
  )
}

/** Focuses the main button, so that Enter presses it. */
function focusMain(bar: HTMLDivElement | null): void {
  bar?.querySelector<HTMLElement>('[data-primary], button:last-of-type')?.focus({ preventScroll: true })
}
