import { Button, Checkbox, Group, Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import type { OperatorAsk } from '../../../../shared/api/operator-client.ts'
import { useIdTypes } from '../../../gateway/codes.ts'
import { AmountField, CodeField, TextField } from '../../../parts/fields.tsx'
import { withPreventDefault } from '../../../parts/forms.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { hasFaults, Notice, useErrorHeadline } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { partyOf } from '../../cashier/new-document/correction.ts'
import { newGuid } from '../../cashier/new-document/drafts.ts'
import { errorsByField, useErrorsInLanguage } from '../../cashier/new-document/faults.tsx'
import { withoutEmpty } from '../../cashier/new-document/values.ts'
import { AskBeforeLeaving } from '../page.tsx'
import style from './go-live.module.css'

export type CompanyRequest = OperatorAsk<'importCompany'>['body']

/**
 * The form always has three address lines.
 * @param company an existing one keeps its GUID and the fields that the form does not show
 */
function fieldsOf(company: object | null) {
  const party = partyOf(company)
  const { LINES } = party.ADDRESS
  return {
    COMPANY_GUID: newGuid(),
    COMPANY_CODE: '',
    TIME_ZONE: 'Asia/Kuala_Lumpur',
    ROUND_CASH: true,
    REFUND_LIMIT: '0',
    TOURISM_TAX_NUMBER: '',
    REFUND_LIMIT_WITHOUT_SALE: '0',
    ...party,
    ADDRESS: { ...party.ADDRESS, LINES: [0, 1, 2].map((at) => LINES[at] ?? '') },
  }
}

/** Without the empty fields. */
const askOf = ({ ADDRESS, ...rest }: ReturnType<typeof fieldsOf>): CompanyRequest =>
  withoutEmpty({
    ...rest,
    ADDRESS: { ...ADDRESS, LINES: ADDRESS.LINES.filter((line) => line.trim() !== '') },
  }) as CompanyRequest

interface FormProps {
  /** The company as it was last saved; null for a new one. */
  readonly company: object | null
  readonly saving: UseMutationResult<unknown, Error, CompanyRequest>
  /** Leaves the form without saving; absent if there is nothing to go back to. */
  close?(): void
}

/** The registration data of a company. What the gateway refuses is shown at the field. */
export function CompanyForm({ company, saving, close }: FormProps) {
  const say = useWords(goLiveWords)
  const headlineOf = useErrorHeadline()
  const form = useForm({ mode: 'controlled', initialValues: fieldsOf(company) })
  useErrorsInLanguage(form)
  const save = () =>
    saving.mutate(askOf(form.getValues()), {
      onError: (error) => form.setErrors(errorsByField(error)),
      onSuccess: () => form.resetDirty(),
    })
  return (
    <form noValidate onSubmit={withPreventDefault(save)}>
      <AskBeforeLeaving isOn={form.isDirty()} />
      <Text>{say('company_text')}</Text>
      <div className={style['fields']}>
        <TextField form={form} at="NAME" label={say('NAME')} isRequired />
        <TextField form={form} at="COMPANY_CODE" label={say('code')} description={say('code_hint')} isRequired />
        <TextField form={form} at="TIN" label={say('TIN')} description={say('tin_hint')} isRequired />
        <Select label={say('ID_TYPE')} withAsterisk data={useIdTypes()} {...form.getInputProps('ID_TYPE')} />
        <TextField form={form} at="ID_NUMBER" label={say('id_number')} isRequired />
        <CodeField form={form} at="MSIC_CODE" label={say('MSIC_CODE')} list="msic" />
        <TextField form={form} at="BUSINESS_ACTIVITY" label={say('BUSINESS_ACTIVITY')} isRequired />
        <TextField form={form} at="PHONE" label={say('PHONE')} isRequired inputMode="tel" />
        <TextField form={form} at="EMAIL" label={say('EMAIL')} inputMode="email" />
        <TextField form={form} at="SST_NUMBER" label={say('SST_NUMBER')} />
        <TextField form={form} at="TOURISM_TAX_NUMBER" label={say('tourism')} />
        <TextField form={form} at="ADDRESS.LINES.0" label={say('address_line')} isRequired />
        <TextField form={form} at="ADDRESS.LINES.1" label={say('address_line_2')} />
        <TextField form={form} at="ADDRESS.LINES.2" label={say('address_line_3')} />
        <TextField form={form} at="ADDRESS.CITY" label={say('CITY')} isRequired />
        <TextField form={form} at="ADDRESS.POSTCODE" label={say('POSTCODE')} isRequired inputMode="numeric" />
        <CodeField form={form} at="ADDRESS.STATE_CODE" label={say('STATE_CODE')} list="state" />
      </div>
      <Checkbox
        label={say('round_cash')}
        description={say('round_cash_hint')}
        {...form.getInputProps('ROUND_CASH', { type: 'checkbox' })}
      />
      <Text fw={600}>{say('refunds')}</Text>
      <div className={style['fields']}>
        <AmountField form={form} at="REFUND_LIMIT" label={say('refund_limit')} description={say('refund_limit_hint')} />
        <AmountField form={form} at="REFUND_LIMIT_WITHOUT_SALE" label={say('refund_limit_without')} />
      </div>
      {saving.error && (
        <Notice tone="bad">{hasFaults(saving.error) ? say('not_saved') : headlineOf(saving.error)}</Notice>
      )}
      <Group>
        <Button type="submit" loading={saving.isPending}>
          {say('save_company')}
        </Button>
        {close && <Secondary onClick={close}>{say('cancel_dialog')}</Secondary>}
        {saving.isSuccess && <output>{say('saved')}</output>}
      </Group>
    </form>
  )
}
