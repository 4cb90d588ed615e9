import { SegmentedControl, Text } from '@mantine/core'
import { useEffect } from 'react'
import { families, kinds } from '../../../../shared/domain/record.ts'
import { focusFirstFault } from '../../../parts/in-sight.ts'
import { Section } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import { focusAt } from './faults.tsx'
import { Lines } from './lines.tsx'
import style from './new-document.module.css'
import { Originals } from './originals.tsx'
import { Party } from './party.tsx'
import { Payments } from './payments.tsx'
import type { Body, DocumentForm, Draft } from './values.ts'
import { SaleIdentityFields } from './which-sale.tsx'

interface NatureProps {
  readonly nature: Omit<Draft, 'fields'>
  become(nature: Omit<Draft, 'fields'>): void
}

interface PartsProps extends NatureProps {
  readonly form: DocumentForm
  /** For a refused record, which keeps its sale code. */
  readonly isCorrecting: boolean
  readonly body: Body
}

/**
 * Family and kind of the document, and whether it has a buyer.
 * @param isNote for a note on a document kept here: only notes of its family can be chosen
 */
export function DocumentKindChoice({ nature, become, isNote }: NatureProps & { readonly isNote: boolean }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  const { family, kind } = nature
  return (
    <details className={style['more']} {...(!isNote && (kind !== 'invoice' || family !== 'sale') && { open: true })}>
      <summary>{say(isNote ? 'other_note' : 'other_kind')}</summary>
      {!isNote && (
        <SegmentedControl
          aria-label={say('family')}
          value={family}
          onChange={(chosen) => become({ ...nature, family: chosen, isConsolidated: false })}
          data={families.map((value) => ({ value, label: sayStatus(value) }))}
        />
      )}
      <SegmentedControl
        aria-label={say('kind')}
        value={kind}
        onChange={(chosen) => become({ ...nature, kind: chosen, isConsolidated: isNote && nature.isConsolidated })}
        data={kinds
          .filter((value) => !isNote || value !== 'invoice')
          .map((value) => ({ value, label: sayStatus(value) }))}
      />
      {(['credit_note', 'debit_note', 'refund_note'] as const).map((each) => (
        <Text key={each} size="sm">
          <strong>{sayStatus(each)}:</strong> {say(`${each}_means`)}
        </Text>
      ))}
    </details>
  )
}

/** The parts of the form. */
export function DocumentParts({ form, nature, become, isCorrecting, body }: PartsProps) {
  const say = useWords(newDocumentWords)
  const isNote = nature.kind !== 'invoice'
  // A cashier begins with the first line, also after a click in the menu. A correction begins at its first fault.
  useEffect(() => {
    if (isCorrecting) focusFirstFault()
    else if (!document.activeElement?.closest('main, [role=dialog]')) focusAt('LINES.0.DESCRIPTION')
  }, [isCorrecting])
  return (
    <>
      {isNote && (
        <Section className={style['part']} title={say('originals')}>
          <Originals form={form} />
        </Section>
      )}
      <Section className={style['part']} title={say('what_was_sold')}>
        <Lines form={form} />
      </Section>
      <Section className={style['part']} title={say(nature.family === 'sale' ? 'BUYER' : 'SUPPLIER')}>
        {nature.family === 'sale' && nature.kind === 'invoice' && !isCorrecting && (
          <SegmentedControl
            aria-label={say('BUYER')}
            value={nature.isConsolidated ? 'public' : 'named'}
            onChange={(chosen) => become({ ...nature, isConsolidated: chosen === 'public' })}
            data={[
              { value: 'named', label: say('named_buyer') },
              { value: 'public', label: say('no_buyer') },
            ]}
          />
        )}
        {nature.isConsolidated ? (
          <Text>{say(isNote ? 'note_without_buyer' : 'no_buyer_next')}</Text>
        ) : (
          <Party form={form} side={nature.family === 'sale' ? 'BUYER' : 'SUPPLIER'} />
        )}
      </Section>
      <Section className={style['part']} title={say('payments')}>
        <Payments form={form} body={body} />
      </Section>
      <SaleIdentityFields form={form} isCorrecting={isCorrecting} />
    </>
  )
}
