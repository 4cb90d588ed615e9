import licences from 'virtual:licences'
import { useDesktop } from '../../gateway/desktop.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

export function About() {
  const say = useWords(ownerWords)
  const { data } = useGatewayInfo()
  const state = useDesktop()
  return (
    <Page title={say('about')} text={say('about_text')}>
      <Part>
        <Table className={style['table']}>
          <Row>
            {say('version')}
            {data?.app_version ?? '–'}
          </Row>
          <Row>
            {say('myinvois')}
            {data ? `${say(`authority_${data.authority}`)} ${data.environment ?? ''}` : '–'}
          </Row>
          <Row>
            {say('licence')}
            MIT
          </Row>
        </Table>
      </Part>
      {state?.isSandboxed === false && <Part title={say('sandbox')}>{say('no_sandbox')}</Part>}
    </Page>
  )
}

export function Licences() {
  const say = useWords(ownerWords)
  return (
    <Part title={say('licences')}>
      <details>
        <summary className={style['fold'] ?? ''}>{say('licences_text')}</summary>
        <Table className={style['table']} head={[say('package'), say('version'), say('licence')]}>
          {licences.map(({ name, version, licence }) => (
            <Row key={`${name} ${version}`}>
              {name}
              {version}
              {licence}
            </Row>
          ))}
        </Table>
      </details>
    </Part>
  )
}
