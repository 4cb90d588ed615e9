import { Alert, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconFileMinus, IconFilePlus, IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../../../commands/command.ts'
import { CommandButton } from '../../../commands/command-bar.tsx'
import { useOffer } from '../../../commands/commands.tsx'
import type { RecordDetail } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { conversionWords } from '../../../words/conversion.ts'
import { useWords } from '../../../words/language.ts'
import { shellWords } from '../../../words/shell.ts'
import style from './conversion.module.css'

/** Why it cannot be any more, in the gateway's words, and the lawful way there is instead. */
export function TooLate({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const ways = useWays(shown.record)
  useOffer(ways)
  return (
    <div className={style['screen']}>
      <PageTitle>{say('title')}</PageTitle>
      <AskedSale shown={shown} />
      {/* The kit's orange title is too pale to be read by everybody. */}
      <Alert color="orange" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
        <b>{say('not_possible')}</b>
        <br />
        {shown.conversion?.hindrance ?? say('no_receipt')}
      </Alert>
      <Group gap="sm">
        {ways.map((way) => (
          <CommandButton key={way.id} command={way} variant={way.id === 'refund' ? 'filled' : 'default'} />
        ))}
      </Group>
    </div>
  )
}

/** The refund goes for the sale as it was; the buyer then gets a sale of their own. */
function useWays({ SALE_GUID: guid, CONSOLIDATED_INTO, STATUS }: RecordDetail['record']): readonly Command[] {
  const say = useWords(conversionWords)
  const sayShell = useWords(shellWords)
  const go = useNavigate()
  const isCovered = CONSOLIDATED_INTO !== null && STATUS === 'Valid'
  const back: Command = {
    id: 'back',
    label: sayShell('back'),
    icon: IconArrowBackUp,
    run: () => void go({ to: '/sales/$guid', params: { guid } }),
  }
  if (!isCovered) return [back]
  return [
    {
      id: 'refund',
      key: 'F8',
      label: say('refund'),
      icon: IconFileMinus,
      run: () => void go({ to: '/new', search: { original: guid, kind: 'refund_note' } }),
    },
    { id: 'new-sale', label: say('new_sale'), icon: IconFilePlus, run: () => void go({ to: '/new', search: {} }) },
    back,
  ]
}

/** Which sale it is, to be compared with the slip in the buyer's hand. */
export function AskedSale({ shown: { record } }: { readonly shown: RecordDetail }) {
  return (
    <Text className={style['sale'] ?? ''}>
      <bdi>{record.SALE_CODE}</bdi> · <bdi>{record.OUTLET_NAME}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi> ·{' '}
      <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withDay />
      <strong>
        <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </strong>
    </Text>
  )
}
