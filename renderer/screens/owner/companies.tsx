import { Button, FileButton, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { base64OfFile } from '../../gateway/base64.ts'
import { askedOnce } from '../../gateway/refetch.ts'
import { updateSession } from '../../gateway/session.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { consolidationSettingsWords } from '../../words/consolidation-settings.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CredentialsForm, type CredentialsInput } from './access.tsx'
import { ConsolidationSettingsDialog } from './consolidation-settings.tsx'
import { CompanyForm, type CompanyRequest } from './go-live/company-form.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

type Company = OperatorAnswer<'listCompanies'>['items'][number]

type Show = (opened: { readonly form?: 'add' | 'change' | 'access'; readonly company?: string }) => void

/** The companies, and whether each has its credentials for MyInvois. */
export function Companies() {
  const say = useWords(ownerWords)
  const { form, company } = useSearch({ from: '/settings/companies' })
  const go = useNavigate()
  // What was saved, or given up by its own button, is not asked about.
  const show: Show = (search) => void go({ to: '/settings/companies', search, ignoreBlocker: true })
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const close = () => show({})
  const add = useAct(['companies'], saveCompany, close)
  if (!companies.data) return <QueryState query={companies} />
  const opened = companies.data.items.find(({ COMPANY_GUID: guid }) => guid === company)
  // A company that was typed to go live is not typed again here.
  const isHere = (guid: unknown) => companies.data.items.some((each) => each.COMPANY_GUID === guid)
  const typed = installations.data?.items.find((each) => each.company && !isHere(each.company['COMPANY_GUID']))
  const ofOne = opened && (form === 'change' ? 'change_company' : 'credentials_of')
  const title = form === 'add' ? 'add_company' : (ofOne ?? 'companies')
  return (
    <Page title={say(title, { code: opened?.COMPANY_CODE ?? '' })} text={say('companies_text')}>
      {form === undefined && (
        <Part>
          <Table className={style['table']}>
            {companies.data.items.map((each) => (
              <CompanyRow key={each.COMPANY_GUID} company={each} open={show} />
            ))}
          </Table>
          <Group>
            <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => show({ form: 'add' })}>
              {say('add_company')}
            </Button>
            {add.data && <output>{say('company_saved', { name: add.data.NAME })}</output>}
          </Group>
        </Part>
      )}
      {form === 'add' && installations.data && (
        <Part>
          <CompanyForm company={typed?.company ?? null} saving={add} close={close} />
        </Part>
      )}
      {form === 'change' && opened && <ChangeCompany company={opened} close={close} />}
      {form === 'access' && opened && <ChangeAccess company={opened} close={close} />}
    </Page>
  )
}

interface FormProps {
  readonly company: Company
  close(): void
}

/** The form begins with the stored company. Fields that it does not show are kept. */
function ChangeCompany({ company: { COMPANY_GUID: guid }, close }: FormProps) {
  const kept = useQuery({
    queryKey: ['companies', guid],
    queryFn: () => operator('showCompany', { params: { guid } }),
    ...askedOnce,
  })
  const change = useAct(['companies'], saveCompany)
  if (!kept.data) return <QueryState query={kept} />
  return (
    <Part>
      <CompanyForm company={kept.data} saving={change} close={close} />
      <Logo guid={guid} />
    </Part>
  )
}

function ChangeAccess({ company: { COMPANY_CODE, HAS_CREDENTIALS, HAS_CERTIFICATE }, close }: FormProps) {
  const save = useAct(
    ['companies'],
    (given: CredentialsInput) => operator('setCredentials', { body: { COMPANY_CODE, ...given } }),
    close,
  )
  return (
    <Part>
      <CredentialsForm isKept={HAS_CREDENTIALS} hasCertificate={HAS_CERTIFICATE} saving={save} close={close} />
    </Part>
  )
}

function Logo({ guid }: { readonly guid: string }) {
  const say = useWords(ownerWords)
  const set = useAct([], async (file: File | null) => {
    const logo = file ? `data:${file.type};base64,${await base64OfFile(file)}` : ''
    return operator('setLogo', { body: { COMPANY_GUID: guid, LOGO: logo } })
  })
  return (
    <>
      <p>{say('logo_text')}</p>
      <Group>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && set.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={set.isPending}>
              {say('choose_logo')}
            </Button>
          )}
        </FileButton>
        <Secondary onClick={() => set.mutate(null)}>{say('remove_logo')}</Secondary>
        {set.data && <output>{say('is_saved')}</output>}
      </Group>
      <Refused error={set.error} />
    </>
  )
}

/** The session holds the time zones of the companies, so it is fetched again. */
async function saveCompany(body: CompanyRequest): Promise<Company> {
  const saved = await operator('importCompany', { body })
  updateSession(await operator('session'))
  return saved
}

function CompanyRow({ company, open }: { readonly company: Company; readonly open: Show }) {
  const say = useWords(ownerWords)
  const { COMPANY_CODE, COMPANY_GUID: guid, SECOND_SECRET } = company
  const sayRules = useWords(consolidationSettingsWords)
  const remove = useAct(['companies'], () => operator('removeSecret', { body: { COMPANY_CODE } }))
  return (
    <Row>
      {COMPANY_CODE}
      <>
        <bdi>{company.NAME}</bdi> <span className="quiet">TIN {company.TIN}</span>
        <br />
        {say(company.HAS_CREDENTIALS ? 'has_credentials' : 'no_credentials')}
        {' · '}
        {say(company.HAS_CERTIFICATE ? 'has_certificate' : 'no_certificate')}
        {SECOND_SECRET !== 'none' && <p>{say(`second_secret_${SECOND_SECRET}`)}</p>}
        <Refused error={remove.error} />
      </>
      <div className={style['acts']}>
        <Secondary onClick={() => open({ form: 'change', company: guid })}>{say('change')}</Secondary>
        <DialogButton label={sayRules('consolidation')}>
          {(close) => <ConsolidationSettingsDialog company={COMPANY_CODE} close={close} />}
        </DialogButton>
        <Secondary onClick={() => open({ form: 'access', company: guid })}>{say('set_credentials')}</Secondary>
        {SECOND_SECRET !== 'none' && (
          <Secondary loading={remove.isPending} onClick={() => remove.mutate()}>
            {say('remove_secret')}
          </Secondary>
        )}
      </div>
    </Row>
  )
}
