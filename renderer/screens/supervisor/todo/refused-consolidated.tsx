import { Button } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRefusedConsolidated } from '../../../gateway/consolidation.ts'
import { useMay } from '../../../gateway/session.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import style from './todo.module.css'

/** Consolidated documents that MyInvois refused. They are made again, not closed. */
export function RefusedConsolidated() {
  const say = useWords(todoWords)
  const go = useNavigate()
  const mayRun = useMay('void')
  const refused = useRefusedConsolidated()
  if (!mayRun) return null
  return refused.map((each) => {
    const till = `${each.OUTLET_NAME} · ${each.TERMINAL_NAME}`
    return (
      <Notice
        key={each.SALE_GUID}
        className={style['notice'] ?? ''}
        tone="bad"
        role="status"
        icon={<IconBan aria-hidden />}
        title={say('refused_consolidated', { code: each.SALE_CODE, till, count: each.receipts })}
      >
        <div className={style['noticeActs']}>
          <Secondary onClick={() => void go({ to: '/sales/$guid', params: { guid: each.SALE_GUID } })}>
            {say('refused_why')}
          </Secondary>
          <Button onClick={() => void go({ to: '/consolidation' })}>{say('consolidate_anew')}</Button>
        </div>
      </Notice>
    )
  })
}
