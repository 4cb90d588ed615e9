import { ActionIcon, Autocomplete, Checkbox, Fieldset, Text } from '@mantine/core'
import { IconChecks, IconMinus, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withSen } from '../../../../shared/document/figures.ts'
import { KeyHint } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { operator } from '../../../gateway/api.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import { AmountField, CodeField, meant, TextField } from '../../../parts/fields.tsx'
import { priceText } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { focusAt } from './faults.tsx'
import { asSold, isMany, isRateless, onePieceOf } from './given-amounts.ts'
import style from './new-document.module.css'
import { type DocumentForm, emptyLine, type LineFields, nextLine } from './values.ts'

/** The lines of a document. A note begins with those of its original, to be ticked and changed. */
export function Lines({ form }: { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  const lines = form.getValues().LINES
  const add = () => {
    form.insertListItem('LINES', nextLine(lines.at(-1)))
    focusAt(`LINES.${lines.length}.DESCRIPTION`)
  }
  useOfferCommands([{ id: 'add-line', run: add }])
  // Amounts of a till or an original are with or without tax already, so that choice is closed.
  const mayChoose = lines.length > 0 && lines.every(({ asGiven, sold }) => asGiven === undefined && sold === undefined)
  return (
    <>
      {mayChoose && (
        <Checkbox
          checked={form.getValues().PRICES_INCLUDE_TAX}
          label={say('prices_include_tax')}
          onChange={(event) => form.setFieldValue('PRICES_INCLUDE_TAX', event.currentTarget.checked)}
        />
      )}
      {lines.some(({ sold }) => sold !== undefined) && (
        <Secondary icon={IconChecks} onClick={() => form.setFieldValue('LINES', lines.map(asSold))} data-at="LINES">
          {say('all_of_it')}
        </Secondary>
      )}
      {lines.map((line, at) =>
        line.sold === undefined ? (
          <Line key={at} form={form} at={at} isOnly={lines.length === 1} />
        ) : (
          <SoldLine key={at} form={form} at={at} />
        ),
      )}
      {lines.length === 0 && <Text>{say('all_refunded')}</Text>}
      <Secondary
        icon={IconPlus}
        rightSection={<KeyHint id="add-line" />}
        onClick={add}
        {...(mayChoose && { 'data-adds': true })}
      >
        {say('add_line')}
      </Secondary>
    </>
  )
}

interface LineProps {
  readonly form: DocumentForm
  readonly at: number
}

function Line({ form, at, isOnly }: LineProps & { readonly isOnly: boolean }) {
  const say = useWords(newDocumentWords)
  const place = `LINES.${at}`
  const { CLASSIFICATION_CODES = [], UNIT_CODE = '' } = form.getValues().LINES[at] ?? {}
  const [classOf, unitOf] = [useCodeLabel('classification'), useCodeLabel('unit')]
  const hasFault = Object.keys(form.errors).some((name) => /\.(CLASSIFICATION_CODES|UNIT_CODE)/.test(name))
  return (
    <Fieldset legend={say('line', { number: at + 1 })} className={style['line'] ?? ''}>
      <Amounts form={form} at={at}>
        <Description form={form} at={at} />
      </Amounts>
      <div className={style['lineRest']} data-skips-filled>
        <TaxFields form={form} at={at} />
        {!isOnly && <RemoveEntry form={form} list="LINES" at={at} label={say('remove_line', { number: at + 1 })} />}
      </div>
      <details className={style['more']} {...(hasFault && { open: true })}>
        <summary>
          {say('class_and_unit', { class: CLASSIFICATION_CODES.map(classOf).join(' / '), unit: unitOf(UNIT_CODE) })}
        </summary>
        <div className={style['pair']}>
          <CodeField
            form={form}
            at={`${place}.CLASSIFICATION_CODES.0`}
            label={say('CLASSIFICATION_CODES')}
            list="classification"
          />
          <CodeField form={form} at={`${place}.UNIT_CODE`} label={say('UNIT_CODE')} list="unit" />
        </div>
      </details>
    </Fieldset>
  )
}

function Amounts({ form, at, children }: LineProps & { readonly children?: ReactNode }) {
  const say = useWords(newDocumentWords)
  const place = `LINES.${at}`
  const steps = isMany(form.getValues().LINES[at]?.sold) && {
    leftSection: <Step form={form} at={at} by={-1} />,
    rightSection: <Step form={form} at={at} by={1} />,
  }
  return (
    <div className={children ? style['lineTop'] : style['lineBack']}>
      {children}
      <AmountField form={form} at={`${place}.QUANTITY`} label={say('QUANTITY')} isRequired {...steps} />
      <AmountField
        form={form}
        at={`${place}.UNIT_PRICE`}
        label={say(form.getValues().PRICES_INCLUDE_TAX ? 'unit_price_with_tax' : 'UNIT_PRICE')}
        isRequired
        data-skips-filled
      />
      <AmountField form={form} at={`${place}.DISCOUNT_AMOUNT`} label={say('DISCOUNT_AMOUNT')} data-skips />
    </div>
  )
}

/** One piece more or less comes back. */
function Step({ form, at, by }: LineProps & { readonly by: 1 | -1 }) {
  const say = useWords(newDocumentWords)
  const { QUANTITY, sold }: LineFields = form.getValues().LINES[at] ?? emptyLine
  const next = Number(QUANTITY) + by
  return (
    <ActionIcon
      variant="subtle"
      aria-label={say(by < 0 ? 'one_less' : 'one_more')}
      disabled={!(next > 0 && next <= Number(sold))}
      onClick={() => form.setFieldValue(`LINES.${at}.QUANTITY`, String(next))}
    >
      {by < 0 ? <IconMinus size={20} aria-hidden /> : <IconPlus size={20} aria-hidden />}
    </ActionIcon>
  )
}

const itemsKeptMs = 300_000

/**
 * The description. While a person types, items sold before are offered. A chosen one fills in price, tax, class and
 * unit.
 */
function Description({ form, at }: LineProps) {
  const say = useWords(newDocumentWords)
  const place = `LINES.${at}.DESCRIPTION`
  const { COMPANY_CODE: company, CURRENCY_CODE, LINES, PRICES_INCLUDE_TAX: isIncluded } = form.getValues()
  const { data } = useQuery({
    queryKey: ['items', company],
    queryFn: () => operator('soldItems', { query: company === '' ? {} : { company } }),
    staleTime: itemsKeptMs,
  })
  const line = LINES[at]
  // A word that begins so goes before one that has it inside: “na” is nasi lemak before roti canai.
  const isBegun = (name: string) => ` ${name}`.toLowerCase().includes(` ${line?.DESCRIPTION.toLowerCase()}`)
  const names = (data?.items ?? [])
    .map(({ DESCRIPTION: value }) => ({ value, label: value }))
    .toSorted((one, other) => Number(isBegun(other.value)) - Number(isBegun(one.value)))
  const itemOf = (name: string) => data?.items.find(({ DESCRIPTION }) => DESCRIPTION === name)
  const toldOf = (item: ReturnType<typeof itemOf>) =>
    item && [priceText(item.UNIT_PRICE, CURRENCY_CODE), ...item.CLASSIFICATION_CODES, item.UNIT_CODE].join(' · ')
  const fill = (name: string) => {
    const item = itemOf(name)
    if (!line || !item) return
    const { PRICES_INCLUDE_TAX, UNIT_PRICE, ...told } = item
    // If the other lines have their prices the other way (with or without tax), this price must be typed.
    const mayTurn = LINES.every((other) => other === line || other.UNIT_PRICE === '')
    if (mayTurn) form.setFieldValue('PRICES_INCLUDE_TAX', PRICES_INCLUDE_TAX)
    const isSame = mayTurn || isIncluded === PRICES_INCLUDE_TAX
    form.setFieldValue(`LINES.${at}`, { ...line, ...told, UNIT_PRICE: isSame ? withSen(UNIT_PRICE) : '' })
  }
  return (
    <Autocomplete
      label={say('DESCRIPTION')}
      withAsterisk
      openOnFocus={false}
      limit={8}
      {...form.getInputProps(place)}
      data={names}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      renderOption={({ option: { value } }) => (
        <span>
          <bdi>{value}</bdi> <span className="quiet">{toldOf(itemOf(value))}</span>
        </span>
      )}
      onOptionSubmit={fill}
      onKeyDown={(event) => event.key === 'Enter' && fill(meant(event.currentTarget.value, names)?.value ?? '')}
      data-at={place}
      key={form.key(place)}
    />
  )
}

function TaxFields({ form, at }: LineProps) {
  const say = useWords(newDocumentWords)
  const tax = `LINES.${at}.TAXES.0`
  const taxType = form.getValues().LINES[at]?.TAXES[0]?.TAX_TYPE ?? ''
  return (
    <>
      <CodeField form={form} at={`${tax}.TAX_TYPE`} label={say('TAX_TYPE')} list="tax_type" />
      {!isRateless(taxType) && <AmountField form={form} at={`${tax}.RATE`} label={say('tax_rate')} isRequired />}
      {taxType === 'E' && (
        <TextField form={form} at={`${tax}.EXEMPTION_REASON`} label={say('EXEMPTION_REASON')} isRequired />
      )}
    </>
  )
}

/** A line of the original, under its name. If it is ticked, it is in the note, with the quantity that comes back. */
function SoldLine({ form, at }: LineProps) {
  const say = useWords(newDocumentWords)
  const { LINES, CURRENCY_CODE } = form.getValues()
  const line = LINES[at]
  if (!line) return null
  return (
    <Fieldset className={style['line'] ?? ''}>
      <Checkbox
        checked={line.isLeft !== true}
        label={
          <span>
            <bdi>{line.DESCRIPTION}</bdi>{' '}
            <Text span className="quiet">
              {say('was_sold', { quantity: line.sold ?? '', price: priceText(asSold(line).UNIT_PRICE, CURRENCY_CODE) })}
            </Text>
          </span>
        }
        onChange={(event) => {
          form.setFieldValue(`LINES.${at}`, { ...onePieceOf(line), isLeft: !event.currentTarget.checked })
          form.clearErrors()
        }}
      />
      {line.isLeft !== true && <Amounts form={form} at={at} />}
    </Fieldset>
  )
}

interface RemoveEntryProps {
  readonly form: DocumentForm
  readonly list: 'LINES' | 'PAYMENTS' | 'ORIGINALS'
  readonly at: number
  readonly label: string
}

/** Removes an entry of a list. The focus goes to the entry before it. */
export const RemoveEntry = ({ form, list, at, label }: RemoveEntryProps) => (
  <ActionIcon
    variant="default"
    data-removes
    aria-label={label}
    onClick={({ currentTarget }) => {
      // Enter in an empty line removes it too, and has moved the focus already.
      if (currentTarget === document.activeElement) focusAt(`${list}.${Math.max(0, at - 1)}`)
      form.removeListItem(list, at)
    }}
  >
    <IconTrash size={22} aria-hidden />
  </ActionIcon>
)
