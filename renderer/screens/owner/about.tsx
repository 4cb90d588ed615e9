import licences from 'virtual:licences'
import { useDesktop } from '../../gateway/desktop.ts'
import { useSetup } from '../../gateway/health.ts'
import { TableHead } from '../../parts/section.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

export function About() {
  const say = useWords(ownerWords)
  const { data } = useSetup()
  const state = useDesktop()
  return (
    <Page title={say('about')} text={say('about_text')}>
      <Part>
        <table className={style['table']}>
          <tbody>
            <tr>
              <th scope="row">{say('version')}</th>
              <td>{data?.app_version ?? '–'}</td>
            </tr>
            <tr>
              <th scope="row">{say('authority')}</th>
              <td>
                {data ? say(`authority_${data.authority}`) : '–'} <bdi>{data?.environment ?? ''}</bdi>
              </td>
            </tr>
            <tr>
              <th scope="row">{say('licence')}</th>
              <td>MIT</td>
            </tr>
          </tbody>
        </table>
      </Part>
      {state?.isSandboxed === false && <Part title={say('sandbox')}>{say('no_sandbox')}</Part>}
    </Page>
  )
}

/** The free software that Resit contains. */
export function Licences() {
  const say = useWords(ownerWords)
  return (
    <Part title={say('licences')}>
      <p>{say('licences_text')}</p>
      <table className={style['table']}>
        <TableHead of={[say('package'), say('version'), say('licence')]} />
        <tbody>
          {licences.map(({ name, version, licence }) => (
            <tr key={`${name} ${version}`}>
              <td>{name}</td>
              <td>{version}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
