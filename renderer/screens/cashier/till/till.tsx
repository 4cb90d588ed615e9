import { Autocomplete, Button, Select, Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../../gateway/session.ts'
import { placeNames, placeNamesAt, type Till, useCompaniesOfTills, useTills } from '../../../gateway/shifts.ts'
import { bindTill, type ThisTill, useThisTill, withoutDemo } from '../../../gateway/this-till.ts'
import { withPreventDefault } from '../../../parts/forms.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { tillChoiceWords } from '../../../words/till.ts'
import style from './till.module.css'

const noTill: ThisTill = { COMPANY_CODE: '', OUTLET_NAME: '', TERMINAL_NAME: '' }

/** Asks once which till this computer is. Later a supervisor can change it. */
export function TillChoice({ done = () => window.history.back() }: { done?(): void }) {
  const bound = useThisTill()
  const mayChange = useMay('void')
  if (bound !== null && !mayChange) return <Navigate to="/sales" search={{}} replace />
  return <TillForm start={bound} done={done} />
}

function TillForm({ start, done }: { readonly start: ThisTill | null; done(): void }) {
  const say = useWords(tillChoiceWords)
  const tills = useTills().data ?? []
  const [typed, setTyped] = useState<ThisTill | null>(start)
  const [wasTried, setWasTried] = useState(false)
  const companies = useCompaniesOfTills().data
  const till = typed ?? likelyTill(tills, companies ?? [])
  const hasCompany = companies?.some(({ code }) => code === till.COMPANY_CODE)
  const change = (part: Partial<ThisTill>) => setTyped({ ...till, ...part })
  const isWhole = hasCompany && till.OUTLET_NAME && till.TERMINAL_NAME
  const save = () => {
    setWasTried(true)
    if (!isWhole) return
    bindTill(till)
    done()
  }
  const missing = (text: string): ReactNode => wasTried && text === '' && say('required')
  return (
    <form className={style['screen']} noValidate onSubmit={withPreventDefault(save)}>
      <PageTitle>{say('title')}</PageTitle>
      <Text>{say('text')}</Text>
      <Select
        label={say('COMPANY_CODE')}
        withAsterisk
        data={(companies ?? []).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }))}
        value={till.COMPANY_CODE}
        error={companies?.length === 0 ? say('no_company') : missing(hasCompany ? till.COMPANY_CODE : '')}
        onChange={(code) => change({ COMPANY_CODE: code ?? '' })}
      />
      {(['OUTLET_NAME', 'TERMINAL_NAME'] as const).map((place) => (
        <Autocomplete
          key={place}
          label={say(place)}
          description={say(`${placeNames[place]}_hint`)}
          withAsterisk
          // Only tills of this outlet. One that is typed in full would cover the button.
          data={placeNamesAt(tills, place, till.OUTLET_NAME).filter((name) => name !== till[place])}
          value={till[place]}
          error={missing(till[place])}
          onChange={(text) => change({ [place]: text })}
        />
      ))}
      <Button type="submit" size="lg">
        {say('save')}
      </Button>
    </form>
  )
}

/** If there is only one company, or one till of it, the form begins with it. */
function likelyTill(tills: readonly Till[], companies: readonly { readonly code: string }[]): ThisTill {
  const own = withoutDemo(companies)
  const [first, second] = tills.filter(({ company }) => own.some(({ code }) => code === company))
  return {
    ...noTill,
    ...(own.length === 1 && { COMPANY_CODE: own[0]?.code ?? '' }),
    ...(first && !second && { COMPANY_CODE: first.company, OUTLET_NAME: first.outlet, TERMINAL_NAME: first.terminal }),
  }
}
