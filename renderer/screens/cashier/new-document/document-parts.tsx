import { SegmentedControl, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { families, kinds } from '../../../../shared/domain/record.ts'
import { Section } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import type { DocumentForm } from './form.ts'
import { Lines } from './lines.tsx'
import style from './new-document.module.css'
import { Originals } from './originals.tsx'
import { Party } from './party.tsx'
import { Payments } from './payments.tsx'
import type { Draft } from './values.ts'
import { WhichSale } from './which-sale.tsx'

interface NatureProps {
  readonly nature: Omit<Draft, 'fields'>
  become(nature: Omit<Draft, 'fields'>): void
}

interface PartsProps extends NatureProps {
  readonly form: DocumentForm
  /** Of a refused record: it stays the same sale. */
  readonly isCorrecting: boolean
}

/** Whose document it is, and of what kind. @param isNote of a document kept here: one of the notes, of its family */
export function Nature({ nature, become, isNote }: NatureProps & { readonly isNote: boolean }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  return (
    <>
      {!isNote && (
        <SegmentedControl
          aria-label={say('family')}
          value={nature.family}
          onChange={(family) => become({ ...nature, family, isConsolidated: false })}
          data={families.map((value) => ({ value, label: sayStatus(value) }))}
        />
      )}
      <SegmentedControl
        aria-label={say('kind')}
        value={nature.kind}
        onChange={(kind) => become({ ...nature, kind, isConsolidated: false })}
        data={kinds
          .filter((kind) => !isNote || kind !== 'invoice')
          .map((value) => ({ value, label: sayStatus(value) }))}
      />
    </>
  )
}

/** The document itself, part by part. */
export function Parts({ form, nature, become, isCorrecting }: PartsProps) {
  const say = useWords(newDocumentWords)
  const isNote = nature.kind !== 'invoice'
  const choice = useRef<HTMLDivElement>(null)
  // A cashier with a keyboard begins here: one arrow, and the next Tab is the first line.
  useEffect(() => {
    if (document.activeElement === document.body) choice.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [])
  // What comes back is asked first of a note; to whom is known.
  const lines = (
    <Section className={style['part']} title={say('lines')}>
      <Lines form={form} />
    </Section>
  )
  return (
    <>
      {isNote && (
        <Section className={style['part']} title={say('originals')}>
          <Originals form={form} />
        </Section>
      )}
      {isNote && lines}
      <Section className={style['part']} title={say(nature.family === 'sale' ? 'buyer' : 'supplier')}>
        {nature.family === 'sale' && nature.kind === 'invoice' && !isCorrecting && (
          <SegmentedControl
            ref={choice}
            aria-label={say('buyer')}
            value={nature.isConsolidated ? 'nobody' : 'named'}
            onChange={(chosen) => become({ ...nature, isConsolidated: chosen === 'nobody' })}
            data={[
              { value: 'named', label: say('named_buyer') },
              { value: 'nobody', label: say('no_buyer') },
            ]}
          />
        )}
        {nature.isConsolidated ? (
          <Text>{say('no_buyer_next')}</Text>
        ) : (
          <Party form={form} side={nature.family === 'sale' ? 'BUYER' : 'SUPPLIER'} />
        )}
      </Section>
      {!isNote && lines}
      <Section className={style['part']} title={say('payments')}>
        <Payments form={form} />
      </Section>
      <WhichSale form={form} isCorrecting={isCorrecting} />
    </>
  )
}
