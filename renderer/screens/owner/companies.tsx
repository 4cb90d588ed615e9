import { Button, FileButton, Group } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { updateSession } from '../../gateway/session.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Awaiting, faultEntriesOf, Notice, Refused, useErrorHeadline } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CredentialsFields, useCredentialsForm } from './access.tsx'
import { ConsolidationRulesButton } from './consolidation-settings.tsx'
import { CompanyForm, type CompanyRequest } from './go-live/company-form.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

type Company = OperatorAnswer<'listCompanies'>['items'][number]

/** The companies, and whether each has its credentials for MyInvois. */
export function Companies() {
  const say = useWords(ownerWords)
  const [changed, setChanged] = useState<Company | null>(null)
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  if (!companies.data) return <Awaiting query={companies} />
  return (
    <Page title={say('companies')} text={say('companies_text')}>
      <Part title={say('companies')}>
        <table className={style['table']}>
          <tbody>
            {companies.data.items.map((company) => (
              <CompanyRow key={company.COMPANY_GUID} company={company} change={() => setChanged(company)} />
            ))}
          </tbody>
        </table>
      </Part>
      {changed && (
        <Part key={changed.COMPANY_GUID} title={say('change_company', { code: changed.COMPANY_CODE })}>
          <ChangeCompany guid={changed.COMPANY_GUID} close={() => setChanged(null)} />
        </Part>
      )}
      <Part title={say('add_company')}>
        <AddCompany />
      </Part>
      <Part title={say('import_company')}>
        <ImportCompany />
      </Part>
    </Page>
  )
}

/** After the company was added, the form is empty again. */
function AddCompany() {
  const say = useWords(ownerWords)
  const [isOpen, setOpen] = useState(false)
  const add = useAct(['companies'], saveCompany, () => setOpen(false))
  const open = () => {
    // The notice of the last added company is not about this form.
    add.reset()
    setOpen(true)
  }
  if (!isOpen)
    return (
      <Group>
        <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={open}>
          {say('add_company')}
        </Button>
        {add.data && <output>{say('company_saved', { name: add.data.NAME })}</output>}
      </Group>
    )
  return <CompanyForm company={null} saving={add} close={() => setOpen(false)} />
}

/** The form begins with the stored company. Fields that it does not show are kept. */
function ChangeCompany({ guid, close }: { readonly guid: string; close(): void }) {
  const kept = useQuery({
    queryKey: ['companies', guid],
    queryFn: () => operator('showCompany', { params: { guid } }),
    // An answer during typing would replace what the person typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const change = useAct(['companies'], saveCompany)
  if (!kept.data) return <Awaiting query={kept} />
  return <CompanyForm company={kept.data} saving={change} close={close} />
}

/** The session holds the time zones of the companies, so it is fetched again. */
async function saveCompany(body: CompanyRequest): Promise<Company> {
  const saved = await operator('importCompany', { body })
  updateSession(await operator('session'))
  return saved
}

function ImportCompany() {
  const say = useWords(ownerWords)
  const headlineOf = useErrorHeadline()
  const take = useAct(['companies'], async (file: File) => saveCompany(JSON.parse(await file.text()) as never))
  const faults = faultEntriesOf(take.error)
  const isUnreadable = take.error instanceof SyntaxError
  return (
    <>
      <p>{say('import_company_text')}</p>
      <Group>
        <FileButton accept="application/json" onChange={(file) => file && take.mutate(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconUpload size={20} aria-hidden />}
              loading={take.isPending}
            >
              {say('choose_file')}
            </Button>
          )}
        </FileButton>
        {take.data && <output>{say('company_saved', { name: take.data.NAME })}</output>}
      </Group>
      {take.isError && (
        <Notice tone="bad">
          {isUnreadable ? say('not_json') : headlineOf(take.error)}
          <ul>
            {faults.map(({ pointer, message }) => (
              <li key={pointer}>
                {fieldOf(pointer)}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function CompanyRow({ company, change }: { readonly company: Company; change(): void }) {
  const say = useWords(ownerWords)
  const [isAsking, setAsking] = useState(false)
  const { COMPANY_CODE, SECOND_SECRET } = company
  const remove = useAct(['companies'], () => operator('removeSecret', { body: { COMPANY_CODE } }))
  return (
    <tr>
      <th scope="row">
        <bdi>{company.COMPANY_CODE}</bdi>
      </th>
      <td>
        <bdi>{company.NAME}</bdi>{' '}
        <span className="quiet">
          TIN <bdi>{company.TIN}</bdi>
        </span>
        <br />
        {say(company.HAS_CREDENTIALS ? 'has_credentials' : 'no_credentials')}
        {' · '}
        {say(company.HAS_CERTIFICATE ? 'has_certificate' : 'no_certificate')}
        {SECOND_SECRET !== 'none' && <p>{say(`second_secret_${SECOND_SECRET}`)}</p>}
        <Refused error={remove.error} />
      </td>
      <td>
        <div className={style['acts']}>
          <Secondary onClick={change}>{say('change')}</Secondary>
          <ConsolidationRulesButton company={company.COMPANY_CODE} />
          <Secondary onClick={() => setAsking(true)}>{say('set_credentials')}</Secondary>
          {SECOND_SECRET !== 'none' && (
            <Secondary loading={remove.isPending} onClick={() => remove.mutate()}>
              {say('remove_secret')}
            </Secondary>
          )}
        </div>
        {isAsking && <Credentials company={company} close={() => setAsking(false)} />}
      </td>
    </tr>
  )
}

function Credentials({ company, close }: { readonly company: Company; close(): void }) {
  const say = useWords(ownerWords)
  const access = useCredentialsForm()
  const save = useAct(
    ['companies'],
    async () => operator('setCredentials', { body: { COMPANY_CODE: company.COMPANY_CODE, ...(await access.read()) } }),
    close,
  )
  return (
    <Dialog
      title={say('credentials_of', { code: company.COMPANY_CODE })}
      act={say('save')}
      canAct={access.isWhole}
      doing={save}
      onAct={save.mutate}
      onClose={close}
    >
      <p>{say('credentials_text')}</p>
      <CredentialsFields access={access} />
    </Dialog>
  )
}

/** The field's name for the author of a file: `/ADDRESS/POSTCODE` is POSTCODE. */
const fieldOf = (pointer: string): string => pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? ''
