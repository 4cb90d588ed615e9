import { Autocomplete, Button, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useCodes } from '../../../gateway/codes.ts'
import { useMay } from '../../../gateway/session.ts'
import { bindTill, type ThisTill, useThisTill } from '../../../gateway/this-till.ts'
import { useTills } from '../../../gateway/till-shifts.ts'
import { asAmount } from '../../../parts/amount-typed.ts'
import { preventing } from '../../../parts/preventing.ts'
import { useWords } from '../../../words/language.ts'
import { tillWords } from '../../../words/till.ts'
import { isRateless } from '../new-document/values.ts'
import style from './till.module.css'

const noTill: ThisTill = { COMPANY_CODE: '', OUTLET_NAME: '', TERMINAL_NAME: '', TAX_TYPE: '06', RATE: '' }
type Place = 'COMPANY_CODE' | 'OUTLET_NAME' | 'TERMINAL_NAME'
const placeLabels = { COMPANY_CODE: 'company', OUTLET_NAME: 'outlet', TERMINAL_NAME: 'terminal' } as const

/** Which till this computer is: asked once, and changed by a supervisor. */
export function TillChoice({ done }: { done(): void }) {
  const bound = useThisTill()
  const mayChange = useMay('void')
  const say = useWords(tillWords)
  if (bound !== null && !mayChange)
    return (
      <Stack className={style['screen'] ?? ''}>
        <Title order={1} size="h2">
          {say('title')}
        </Title>
        <Text>{say('bound', { outlet: bound.OUTLET_NAME, terminal: bound.TERMINAL_NAME })}</Text>
        <Text>{say('ask_supervisor')}</Text>
        <Button onClick={done}>{say('back')}</Button>
      </Stack>
    )
  return <TillForm start={bound} done={done} />
}

function TillForm({ start, done }: { readonly start: ThisTill | null; done(): void }) {
  const say = useWords(tillWords)
  const tills = useTills().data ?? []
  const taxes = useCodes('tax_type')
  const [typed, setTyped] = useState<ThisTill | null>(start)
  const [wasTried, setWasTried] = useState(false)
  // The one till there is, is this one.
  const [first, second] = tills
  const till = typed ?? (first && !second ? { ...noTill, ...placeOf(first) } : noTill)
  const change = (part: Partial<ThisTill>) => setTyped({ ...till, ...part })
  const rate = asAmount(till.RATE)
  const needsRate = !isRateless(till.TAX_TYPE)
  const isWhole = till.COMPANY_CODE && till.OUTLET_NAME && till.TERMINAL_NAME && (!needsRate || rate !== null)
  const save = () => {
    setWasTried(true)
    if (!isWhole) return
    bindTill({ ...till, RATE: needsRate ? (rate ?? '') : '' })
    done()
  }
  const missing = (text: string): ReactNode => wasTried && text === '' && say('required')
  return (
    <form className={style['screen']} noValidate onSubmit={preventing(save)}>
      <Title order={1} size="h2">
        {say('title')}
      </Title>
      <Text>{say('text')}</Text>
      {(['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME'] as const).map((place) => (
        <Autocomplete
          key={place}
          label={say(placeLabels[place])}
          withAsterisk
          autoComplete="off"
          data={namesAt(tills, place)}
          value={till[place]}
          error={missing(till[place])}
          onChange={(text) => change({ [place]: text })}
        />
      ))}
      <Select
        label={say('usual_tax')}
        description={say('usual_tax_hint')}
        allowDeselect={false}
        data={taxes as { value: string; label: string }[]}
        value={till.TAX_TYPE}
        onChange={(code) => change({ TAX_TYPE: code ?? '06' })}
      />
      {needsRate && (
        <TextInput
          label={say('rate')}
          withAsterisk
          inputMode="decimal"
          value={till.RATE}
          error={wasTried && rate === null && say('required')}
          onChange={(event) => change({ RATE: event.currentTarget.value })}
        />
      )}
      <Button type="submit" size="lg">
        {say('save')}
      </Button>
    </form>
  )
}

const placeOf = ({ COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME }: Readonly<Record<Place, string>>) => ({
  COMPANY_CODE,
  OUTLET_NAME,
  TERMINAL_NAME,
})

const namesAt = (tills: readonly Readonly<Record<Place, string>>[], place: Place) => [
  ...new Set(tills.map((till) => till[place])),
]
