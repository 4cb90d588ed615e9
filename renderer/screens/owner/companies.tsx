import { Alert, Button, FileButton, Group, PasswordInput, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GatewayProblem } from '../../../shared/catalogue/call.ts'
import type { OperatorAnswer } from '../../../shared/catalogue/operator-client.ts'
import { operator } from '../../gateway/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed, Loading, useFaultOf, useHeadline } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { ConsolidationOf } from './consolidation-settings.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'
import { useAct } from './use-act.ts'

type Company = OperatorAnswer<'listCompanies'>['items'][number]

/** The companies whose documents are kept here, and with what each signs in at the authority. */
export function Companies() {
  const say = useWords(ownerWords)
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  if (companies.isPending) return <Loading />
  if (companies.isLoadingError) return <Failed error={companies.error} retry={() => void companies.refetch()} />
  return (
    <Page title={say('companies')} text={say('companies_text')}>
      <Part title={say('import_company')}>
        <ImportCompany />
      </Part>
      <Part title={say('companies')}>
        <table className={style['table']}>
          <tbody>
            {companies.data.items.map((company) => (
              <CompanyRow key={company.COMPANY_GUID} company={company} />
            ))}
          </tbody>
        </table>
      </Part>
    </Page>
  )
}

function ImportCompany() {
  const say = useWords(ownerWords)
  const headlineOf = useHeadline()
  const take = useAct('companies', async (file: File) =>
    operator('importCompany', { body: JSON.parse(await file.text()) as never }),
  )
  const faults = take.error instanceof GatewayProblem ? (take.error.problem.errors ?? []) : []
  const isUnreadable = take.error instanceof SyntaxError
  return (
    <>
      <p>{say('import_company_text')}</p>
      <Group>
        <FileButton accept="application/json" onChange={(file) => file && take.mutate(file)}>
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={20} aria-hidden />} loading={take.isPending}>
              {say('choose_file')}
            </Button>
          )}
        </FileButton>
        {take.data && <output>{say('company_saved', { name: take.data.NAME })}</output>}
      </Group>
      {take.isError && (
        <Alert color="red" variant="light" role="alert">
          {isUnreadable ? say('not_json') : headlineOf(take.error)}
          <ul>
            {faults.map(({ pointer, message }) => (
              <li key={pointer}>
                <code>{pointer}</code> {message}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

function CompanyRow({ company }: { readonly company: Company }) {
  const say = useWords(ownerWords)
  const [isAsking, setAsking] = useState(false)
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
      </td>
      <td>
        {say(company.HAS_CREDENTIALS ? 'has_credentials' : 'no_credentials')}
        <br />
        {say(company.HAS_CERTIFICATE ? 'has_certificate' : 'no_certificate')}
      </td>
      <td>
        <div className={style['acts']}>
          <ConsolidationOf company={company.COMPANY_CODE} />
          <Button variant="default" onClick={() => setAsking(true)}>
            {say('set_credentials')}
          </Button>
        </div>
        {isAsking && <Credentials company={company} close={() => setAsking(false)} />}
      </td>
    </tr>
  )
}

function Credentials({ company, close }: { readonly company: Company; close(): void }) {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [clientId, setClientId] = useState('')
  const [secret, setSecret] = useState('')
  const [certificate, setCertificate] = useState<File | null>(null)
  const [password, setPassword] = useState('')
  const save = useAct('companies', async () =>
    operator('setCredentials', {
      body: {
        COMPANY_CODE: company.COMPANY_CODE,
        CLIENT_ID: clientId.trim(),
        CLIENT_SECRET: secret,
        ...(certificate && { CERTIFICATE: await base64Of(certificate), CERTIFICATE_PASSWORD: password }),
      },
    }),
  )
  return (
    <Dialog
      title={say('credentials_of', { code: company.COMPANY_CODE })}
      isOpen
      act={say('save')}
      canAct={clientId.trim() !== '' && secret !== ''}
      isBusy={save.isPending}
      onAct={() => save.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      <p>{say('credentials_text')}</p>
      <TextInput
        label={say('client_id')}
        value={clientId}
        autoComplete="off"
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <PasswordInput
        label={say('client_secret')}
        value={secret}
        autoComplete="off"
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <Group>
        <FileButton accept=".p12,.pfx" onChange={setCertificate}>
          {(props) => (
            <Button {...props} variant="default">
              {certificate?.name ?? say('choose_certificate')}
            </Button>
          )}
        </FileButton>
      </Group>
      {certificate && (
        <PasswordInput
          label={say('certificate_password')}
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {save.isError && (
        <Alert color="red" variant="light" role="alert">
          {faultOf(save.error)}
        </Alert>
      )}
    </Dialog>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
