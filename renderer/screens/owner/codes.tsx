import { Button, Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { codeListIds } from '../../../shared/document/codes.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useCompanyChoice } from '../../parts/company-choice.tsx'
import { CodeField, TextField } from '../../parts/fields.tsx'
import { Count, Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { FormRefused, fieldFaultOf, QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import type { CompanyRequest } from './go-live/company-form.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** The reference lists: their age, and the last try to renew them. */
export function Codes() {
  const say = useWords(ownerWords)
  const lists = useQuery({ queryKey: ['code-lists'], queryFn: () => operator('listCodes') })
  const refresh = useAct(['code-lists'], () => operator('refreshCodes', { body: {} }))
  if (!lists.data) return <QueryState query={lists} />
  const { items } = lists.data
  return (
    <Page title={say('codes')} text={say('codes_text')}>
      <Part>
        <div className={style['row']}>
          <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
            {say('refresh_codes')}
          </Button>
        </div>
        <Refused error={refresh.error} />
        <Table className={style['table']} head={[say('list'), say('current_codes'), say('refreshed'), say('last_try')]}>
          {items.map(({ list, count, refreshed_at: at, last_try: tried }) => (
            <Row key={list}>
              {say(`list_${list}`)}
              <Count value={count} />
              <Time instant={at} withDay />
              {tried === null ? say('never') : (tried.message ?? say('taken'))}
            </Row>
          ))}
        </Table>
      </Part>
      <CodeMapping />
    </Page>
  )
}

type Rows = OperatorAnswer<'showCompany'>['CODE_MAPPING']
type Change = (rows: Rows) => Rows

/** The official codes for the codes that the tills of a company send. */
function CodeMapping() {
  const say = useWords(ownerWords)
  const [code, choice] = useCompanyChoice()
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const guid = companies.data?.items.find(({ COMPANY_CODE }) => COMPANY_CODE === code)?.COMPANY_GUID
  return (
    <Part title={say('mapping')}>
      <p className="quiet">{say('mapping_text')}</p>
      {choice}
      {guid !== undefined && <MappingOf key={guid} guid={guid} />}
    </Part>
  )
}

const empty = { list: 'unit' as Rows[number]['LIST'], from: '', to: '' }

function MappingOf({ guid }: { readonly guid: string }) {
  const say = useWords(ownerWords)
  const ask = () => operator('showCompany', { params: { guid } })
  const rows = useQuery({ queryKey: ['companies', guid, 'mapping'], queryFn: ask }).data?.CODE_MAPPING ?? []
  const form = useForm({ mode: 'controlled', initialValues: empty })
  // The company is asked for again, so that nothing that another person changed is written over.
  const save = async (change: Change) => {
    const company = await ask()
    const body = { ...company, CODE_MAPPING: change(company.CODE_MAPPING) } as CompanyRequest
    return operator('importCompany', { body })
  }
  const change = useAct(['companies'], save, () => form.setValues({ from: '', to: '' }))
  const show = (error: unknown) => {
    const at = `/CODE_MAPPING/${rows.length}`
    form.setErrors({ from: fieldFaultOf(error, `${at}/FROM`), to: fieldFaultOf(error, `${at}/TO`) })
  }
  const act = (to: Change) => change.mutate(to, { onError: show })
  const { list, from, to } = form.getValues()
  const added = { LIST: list, FROM: from.trim(), TO: to }
  const lists = codeListIds.map((value) => ({ value, label: say(`list_${value}`) }))
  return (
    <>
      {rows.length > 0 && (
        <Table className={style['table']} head={[say('list'), say('own_code'), say('official_code'), say('remove')]}>
          {rows.map((row) => (
            <Row key={`${row.LIST} ${row.FROM}`}>
              {say(`list_${row.LIST}`)}
              {row.FROM}
              {row.TO}
              <Secondary
                aria-label={say('remove_code_named', { code: row.FROM })}
                onClick={() => act((all) => all.filter(({ LIST, FROM }) => LIST !== row.LIST || FROM !== row.FROM))}
              >
                {say('remove')}
              </Secondary>
            </Row>
          ))}
        </Table>
      )}
      <form onSubmit={withPreventDefault(() => act((all) => [...all, added]))}>
        <div className={style['row']}>
          <Select label={say('list')} data={lists} {...form.getInputProps('list')} />
          <TextField form={form} at="from" label={say('own_code')} maxLength={50} />
          <CodeField key={list} form={form} at="to" label={say('official_code')} list={list} isRequired={false} />
          <Button type="submit" loading={change.isPending} disabled={added.FROM === '' || to === ''}>
            {say('add')}
          </Button>
        </div>
      </form>
      <FormRefused error={change.error} />
    </>
  )
}
