import { Alert, Button, Group, Title } from '@mantine/core'
import { IconArrowBackUp, IconFileMinus, IconFilePlus, IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { RecordDetail } from '../../../gateway/records.ts'
import { conversionWords } from '../../../words/conversion.ts'
import { useWords } from '../../../words/language.ts'
import { shellWords } from '../../../words/shell.ts'
import { AskedSale } from './asked-sale.tsx'
import style from './conversion.module.css'

/** Why it cannot be any more, in the gateway's words, and the lawful way there is instead. */
export function TooLate({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const sayShell = useWords(shellWords)
  const go = useNavigate()
  const { SALE_GUID: guid, CONSOLIDATED_INTO, STATUS } = shown.record
  return (
    <div className={style['screen']}>
      <Title order={1} size="h2">
        {say('title')}
      </Title>
      <AskedSale shown={shown} />
      <Alert
        color="orange"
        variant="light"
        role="alert"
        icon={<IconInfoCircle aria-hidden />}
        title={say('not_possible')}
      >
        {shown.conversion?.hindrance ?? say('no_receipt')}
      </Alert>
      <Group gap="sm">
        {CONSOLIDATED_INTO !== null && STATUS === 'Valid' && (
          <>
            <Button
              leftSection={<IconFileMinus size={20} aria-hidden />}
              onClick={() => void go({ to: '/new', search: { original: guid, kind: 'refund_note' } })}
            >
              {say('refund')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconFilePlus size={20} aria-hidden />}
              onClick={() => void go({ to: '/new', search: {} })}
            >
              {say('new_sale')}
            </Button>
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => void go({ to: '/sales/$guid', params: { guid } })}
        >
          {sayShell('back')}
        </Button>
      </Group>
    </div>
  )
}
