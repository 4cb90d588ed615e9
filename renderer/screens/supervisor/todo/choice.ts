import { type Concern, concerns } from '../../../../shared/domain/shift.ts'
import { needsPerson, type RecordsWanted } from '../../../gateway/records.ts'

export const places = ['company', 'outlet', 'terminal', 'shift'] as const
export type PlaceField = (typeof places)[number]

/** The buyer's wish needs attention anyway; a receipt that waits to be consolidated is done for its shift. */
const openConcerns = concerns.filter((each) => each !== 'rejection_requested' && each !== 'unconsolidated')
const wantedBy = {
  needs_person: needsPerson,
  open_ones: { concern: openConcerns.join(',') },
  unanswered: { concern: 'unanswered,in_doubt' },
  everything: {},
} as const satisfies Readonly<Record<string, RecordsWanted>>

/** Beside single reasons: what a person has to do, all that is not done, and no filter at all. */
export const shownChoices = [
  'needs_person',
  'open_ones',
  'unsent',
  'unconsolidated',
  'unanswered',
  'rejection_requested',
  'window_closing',
  'everything',
] as const satisfies readonly (Concern | keyof typeof wantedBy)[]
export type Shown = (typeof shownChoices)[number]

/** Where the list is from; what is absent is any. */
export type Chosen = Readonly<Partial<Record<PlaceField, string>>>

/** Which documents are on the list, as it stands in the address. */
export interface TodoSearch extends Chosen {
  readonly show?: Shown
  /** SALE_GUID of the one that is looked at by itself. */
  readonly at?: string
}

/** An address may say what no list knows, and the gateway would refuse it. */
export const placeOf = (search: TodoSearch): Chosen =>
  Object.fromEntries(places.flatMap((place) => (search[place] === undefined ? [] : [[place, search[place]]])))

export const wantedOf = ({ show = 'needs_person', ...search }: TodoSearch): RecordsWanted => ({
  ...placeOf(search),
  ...(show in wantedBy ? wantedBy[show as keyof typeof wantedBy] : { concern: show }),
})
