import { type Concern, concerns } from '../../../../shared/domain/concern.ts'
import type { RecordsWanted } from '../../../gateway/records.ts'
import type { ListedShift } from '../../../gateway/shifts.ts'

/** Which documents are on the list, as it stands in the address. */
export interface ShiftEndSearch {
  readonly company?: string
  readonly outlet?: string
  readonly terminal?: string
  readonly shift?: string
  readonly show?: Shown
  /** Somebody chose: what is absent is not the newest shift but any. */
  readonly picked?: true
}

export const places = ['company', 'outlet', 'terminal', 'shift'] as const
export type Place = (typeof places)[number]

const cellOf = {
  company: 'COMPANY_CODE',
  outlet: 'OUTLET_NAME',
  terminal: 'TERMINAL_NAME',
  shift: 'SHIFT_CODE',
} as const satisfies Record<Place, keyof ListedShift>

type Placed = Pick<ListedShift, (typeof cellOf)[Place]>

export const nameOf = (shift: Placed, place: Place): string => shift[cellOf[place]]

/** The buyer's wish needs attention anyway; a receipt that waits to be consolidated is done for its shift. */
const openConcerns = concerns.filter((each) => each !== 'rejection_requested' && each !== 'unconsolidated')

/** Beside single reasons: all of them, and no filter at all. */
export const shownChoices = ['open_ones', ...concerns, 'everything'] as const
export type Shown = 'open_ones' | Concern | 'everything'

type Chosen = Readonly<Partial<Record<Place, string>>>

/** Where the list is from: as somebody chose, else the shift of the newest document. */
export function placeOf({ picked, company, outlet, terminal, shift }: ShiftEndSearch, newest?: ListedShift): Chosen {
  if (!picked && newest) return Object.fromEntries(places.map((place) => [place, nameOf(newest, place)]))
  return {
    ...(company !== undefined && { company }),
    ...(outlet !== undefined && { outlet }),
    ...(terminal !== undefined && { terminal }),
    ...(shift !== undefined && { shift }),
  }
}

/** The names to pick at a place, given what is chosen at the places before it. */
export function namesAt(shifts: readonly ListedShift[], place: Place, chosen: Chosen): readonly string[] {
  const before = places.slice(0, places.indexOf(place))
  const fits = (shift: ListedShift) =>
    before.every((each) => chosen[each] === undefined || chosen[each] === nameOf(shift, each))
  return [...new Set(shifts.filter(fits).map((shift) => nameOf(shift, place)))]
}

/** What is chosen further on belongs to what was chosen before, and is any again. */
export function choose(chosen: Chosen, place: Place, name: string | null): Chosen {
  const kept = places.slice(0, places.indexOf(place)).map((each) => [each, chosen[each]] as const)
  const all = name === null ? kept : [...kept, [place, name] as const]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

export const wantedOf = (chosen: Chosen, shown: Shown): RecordsWanted => ({
  ...chosen,
  ...(shown !== 'everything' && {
    concern: shown === 'open_ones' ? openConcerns.join(',') : shown,
  }),
})
