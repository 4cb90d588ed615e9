import { Alert, Group } from '@mantine/core'
import { IconInfoCircle, IconX } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { DocumentActs } from '../../../actions/document-acts.tsx'
import { canLookUp } from '../../../actions/outcome.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import { type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { BackButton } from '../../../parts/back-button.tsx'
import { Money, moneyText, SignedTotal, Time } from '../../../parts/figures.tsx'
import { PageTitle, Section } from '../../../parts/section.tsx'
import { Empty, QueryState } from '../../../parts/states.tsx'
import { isToDo, Mark, StatusMark, statusLookOf } from '../../../parts/status-mark.tsx'
import { useWithdrawalText, withdrawalOf } from '../../../parts/withdrawal.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { statusWords } from '../../../words/status.ts'
import { faultsAtFields } from '../new-document/fault-fields.ts'
import { AtAuthority } from './at-authority.tsx'
import { History } from './history.tsx'
import { Fact, InDoubtTimes } from './in-doubt.tsx'
import style from './record.module.css'
import { SaleContent } from './sold.tsx'

/** What the customer is told while MyInvois has not answered; null if there is nothing to tell. */
function tellOf(record: RecordDetail['record']): 'tell_buyer' | 'tell_cancelling' | null {
  const { STATUS, KIND, CONSOLIDATED, ATTENTION, IN_DOUBT } = record
  if (statusLookOf(record) === 'cancelling') return 'tell_cancelling'
  const isUnsentInvoice = STATUS === 'Pending' && KIND === 'invoice' && !CONSOLIDATED && ATTENTION === null
  return IN_DOUBT || isUnsentInvoice ? 'tell_buyer' : null
}

/** One document: its state, what a person can do now, and its history. */
export function RecordScreen() {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  const { guid } = useParams({ from: '/sales/$guid' })
  const shown = useRecord(guid)
  if (shown.error instanceof GatewayProblem && shown.error.problem.code === 'record_not_found')
    return <Empty title={say('unknown')} next={say('unknown_next')} />
  if (!shown.data) return <QueryState query={shown} />
  const { record } = shown.data
  const isRefused = record.STATUS === 'Invalid'
  const tell = tellOf(record)
  return (
    <div className={style['screen']}>
      <header className={style['top']}>
        <StatusMark record={record} />
        <RefundMark shown={shown.data} />
        {isToDo(record) && <Mark look="needs_person" />}
        <PageTitle>
          <DocumentName record={record} />
        </PageTitle>
        <span className={style['amount']}>
          <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
        </span>
      </header>
      <div className={style['columns']}>
        <div className={style['column']}>
          <section className={style['part']} aria-label={say('next')}>
            <Alert
              icon={isRefused ? <IconX aria-hidden /> : <IconInfoCircle aria-hidden />}
              title={isRefused ? sayStatus('Invalid') : say('next')}
              variant="light"
              {...(isRefused && { color: 'red' })}
            >
              <AuthorityFaults faults={faultsAtFields(record)} />
              {record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON}
              {tell !== null && <p>{say(tell)}</p>}
            </Alert>
            <Group gap="sm" grow preventGrowOverflow={false}>
              <DocumentActs shown={shown.data} />
              <BackButton />
            </Group>
            <NotPossible shown={shown.data} />
          </section>
          <Related title={say('belongs_to')} records={shown.data.belongs_to} />
          <Related title={say('notes')} records={shown.data.notes} />
          <AtAuthority shown={shown.data} />
          <SaleContent shown={shown.data} />
        </div>
        <div className={style['column']}>
          <section className={style['part']} aria-label={say('SALE_CODE')}>
            <Facts shown={shown.data} />
          </section>
          <History shown={shown.data} />
        </div>
      </div>
    </div>
  )
}

function RefundMark({ shown: { record, refunded, refunded_amount: back } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  if (refunded) return <Mark look="refunded" />
  if (back === null) return null
  const told = (amount: string) => moneyText(amount, record.CURRENCY_CODE)
  return <Mark look="refunded" text={say('refunded_part', { amount: told(back), total: told(record.TOTAL_PAYABLE) })} />
}

/** Why it cannot be refunded, or become an e-invoice of its own, and what is possible instead. */
function NotPossible({ shown: { conversion, refunded } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const maySubmit = useMay('submit')
  const reasons = { note: refunded && say('all_refunded'), convert: maySubmit && conversion?.blockReason }
  return (['note', 'convert'] as const).map(
    (act) =>
      reasons[act] && (
        <p key={act}>
          <strong>{say(act)}</strong> · {reasons[act]}
        </p>
      ),
  )
}

function Facts({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const { record, sale } = shown
  const sayStatus = useWords(statusWords)
  const methodOf = useCodeLabel('payment_method')
  const { COMPANY_CODE: company } = record
  const textOf = useWithdrawalText()
  const withdrawal = withdrawalOf(record)
  return (
    <dl className={style['facts']}>
      <Fact term={say('DOCUMENT_NUMBER')}>
        <bdi>{record.DOCUMENT_NUMBER}</bdi>
      </Fact>
      <Fact term={say('sold_at')}>
        <Time instant={record.ISSUED_AT} company={company} withDay withSeconds={false} />
      </Fact>
      {sale && sale.PAYMENT_METHODS.length > 0 && (
        <Fact term={say('METHOD')}>{sale.PAYMENT_METHODS.map(methodOf).join(' · ')}</Fact>
      )}
      {withdrawal && (
        <Fact term={sayStatus(record.STATUS)}>
          <bdi>{textOf(withdrawal)}</bdi>
        </Fact>
      )}
      <Fact term={say('TERMINAL_NAME')}>
        <bdi>{[record.COMPANY_CODE, record.OUTLET_NAME, record.TERMINAL_NAME, record.SHIFT_CODE].join(' · ')}</bdi>
      </Fact>
      {record.MEMBERS !== undefined && (
        <Fact term={say('made_of')}>{say('member_count', { count: record.MEMBERS })}</Fact>
      )}
      {canLookUp(record) && <InDoubtTimes shown={shown} />}
      {record.CANCELLABLE_UNTIL !== null && record.NEXT_ACTION.ACTION === 'cancel' && (
        <Fact term={say('cancellable_until')}>
          <Time instant={record.CANCELLABLE_UNTIL} company={company} withDay withSeconds={false} />
        </Fact>
      )}
    </dl>
  )
}

/** Documents that refer to this one, or to which it refers. */
const Related = ({ title, records }: { readonly title: string; readonly records: RecordDetail['notes'] }) =>
  records.length > 0 && (
    <Section className={style['part']} title={title}>
      <ul className={style['related']}>
        {records.map(({ record, refunded }) => (
          <li key={record.SALE_GUID}>
            <Link to="/sales/$guid" params={{ guid: record.SALE_GUID }} className={style['link'] ?? ''}>
              <DocumentName record={record} />
            </Link>
            <SignedTotal record={record} />
            <StatusMark record={record} refunded={refunded} />
          </li>
        ))}
      </ul>
    </Section>
  )

function DocumentName({ record: { KIND, MEMBERS, SALE_CODE } }: { readonly record: WireRecord }) {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  return (
    <>
      {MEMBERS === undefined ? sayStatus(KIND) : say('consolidated_document')} <bdi>{SALE_CODE}</bdi>
    </>
  )
}
