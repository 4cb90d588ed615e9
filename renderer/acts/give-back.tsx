import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { useAct } from '../gateway/act.ts'
import { gateway } from '../gateway/api.ts'
import { useRoundsCash } from '../gateway/shifts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { roundedBody } from '../screens/cashier/new-document/check.ts'
import { newGuid } from '../screens/cashier/new-document/drafts.ts'
import { startingDraft } from '../screens/cashier/new-document/starting-draft.ts'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'

interface GiveBackProps {
  readonly record: WireRecord
  onClose(): void
}

/** A refund note for a whole receipt of the general public. Such a receipt can be neither voided nor cancelled. */
export function GiveBack({ record, onClose }: GiveBackProps) {
  const say = useWords(actWords)
  const go = useNavigate()
  const roundsCash = useRoundsCash(record.COMPANY_CODE)
  // One id for all tries: however often it is sent, there is one note.
  const [id] = useState(newGuid)
  const give = async () => {
    const draft = await startingDraft({ original: record.SALE_GUID, kind: 'refund_note' })
    return gateway(`refund_note.${record.FAMILY}.submit`, { body: roundedBody(draft, id, roundsCash).body as never })
  }
  const giving = useAct(['record', 'records'], give, () => go({ to: '/sales/$guid/done', params: { guid: id } }))
  return (
    <Dialog
      title={say('give_back_title', { code: record.SALE_CODE })}
      act={say('give_back_all')}
      isDestructive
      doing={giving}
      onAct={giving.mutate}
      onClose={onClose}
    >
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </Text>
      <Text>{say(record.STATUS === 'Pending' ? 'give_back_pending' : 'give_back_declared')}</Text>
    </Dialog>
  )
}
