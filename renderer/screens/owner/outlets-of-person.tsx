import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useTills } from '../../gateway/shifts.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import style from './settings.module.css'

type Person = OperatorAnswer<'listPeople'>['items'][number]
type Outlet = NonNullable<Person['outlets']>[number]

type KnownOutlets = ReturnType<typeof useKnownOutlets>

/** The outlets to choose from: those that sold lately, or to which a person is limited. */
export function useKnownOutlets() {
  const tills = useTills()
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  const listed = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const companies = (listed.data?.items ?? []).map(({ COMPANY_CODE }) => COMPANY_CODE)
  const [only, ...others] = companies
  const nameOf = ({ company, outlet }: Outlet) => (others.length === 0 ? outlet : `${outlet} (${company})`)
  const known = [...(tills.data ?? []), ...(people.data?.items ?? []).flatMap(({ outlets = [] }) => outlets)]
  return {
    companies,
    names: [...new Set(known.map(nameOf))].toSorted((one, other) => one.localeCompare(other)),
    nameOf,
    /** @returns null if the company of one of them is not known */
    findOutletsByName(names: readonly string[]): Outlet[] | null {
      const outlets = names.flatMap((name) => {
        const company = others.length === 0 ? only : companies.find((code) => name.endsWith(` (${code})`))
        const outlet = others.length === 0 ? name : name.slice(0, -` (${company})`.length)
        return company === undefined ? [] : [{ company, outlet }]
      })
      return outlets.length === names.length ? outlets : null
    },
  }
}

interface OutletsProps {
  readonly person: Person
  readonly known: KnownOutlets
  close(): void
}

export function OutletsOfPerson({ person, known, close }: OutletsProps) {
  const say = useWords(ownerWords)
  const [names, setNames] = useState<readonly string[]>((person.outlets ?? []).map(known.nameOf))
  const outlets = known.findOutletsByName(names)
  const change = useAct(
    ['people'],
    () => operator('setOutlets', { params: { id: person.id }, body: { outlets: outlets ?? [] } }),
    close,
  )
  return (
    <Confirm
      title={say('outlets_of', { name: person.name })}
      act={say('save')}
      canAct={outlets !== null}
      doing={change}
      onAct={change.mutate}
      onClose={close}
    >
      <TagsInput
        size="md"
        className={style['wide'] ?? ''}
        classNames={{ option: style['option'] ?? '' }}
        label={say('only_outlets')}
        description={say('outlets_text')}
        placeholder={names.length === 0 ? say('all_outlets') : ''}
        data={[...known.names]}
        value={[...names]}
        // A PIN that is typed here by mistake is no outlet.
        onChange={(all) => setNames(all.filter((name) => known.names.includes(name) || /\p{L}/u.test(name)))}
        error={outlets === null && say('outlet_company', { outlet: `KLCC (${known.companies[0] ?? ''})` })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <p>{say('outlets_change')}</p>
    </Confirm>
  )
}
