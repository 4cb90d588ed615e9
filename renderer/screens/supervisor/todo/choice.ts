import { type Concern, concerns } from '../../../../shared/domain/shift.ts'
import { needsPersonFilter, type RecordFilters } from '../../../gateway/records.ts'

export const placeFilterFields = ['company', 'outlet', 'terminal', 'shift'] as const
export type PlaceFilterField = (typeof placeFilterFields)[number]

/**
 * A rejection asked for by the buyer needs attention anyway. For its shift, a receipt that waits for consolidation is
 * done.
 */
const openConcerns = concerns.filter((each) => each !== 'rejection_requested' && each !== 'unconsolidated')
const wantedBy = {
  to_act_or_in_doubt: { concern: `${needsPersonFilter.concern},in_doubt` },
  open_ones: { concern: openConcerns.join(',') },
  unanswered: { concern: 'unanswered,in_doubt' },
  everything: {},
} as const satisfies Readonly<Record<string, RecordFilters>>

/** The list begins with this view. It has documents in doubt, because their shift can close only after they are settled. */
export const firstTodoView = 'to_act_or_in_doubt'
const firstConcerns: readonly (string | null)[] = wantedBy[firstTodoView].concern.split(',')
export const isInFirstTodoView = (concern: string | null): boolean => firstConcerns.includes(concern)

/** Besides single concerns: what the list shows at first, all that is not done, and no filter. */
export const todoViewChoices = [
  firstTodoView,
  'open_ones',
  'unsent',
  'unconsolidated',
  'unanswered',
  'rejection_requested',
  'window_closing',
  'everything',
] as const satisfies readonly (Concern | keyof typeof wantedBy)[]
export type TodoViewChoice = (typeof todoViewChoices)[number]

/** The outlet, till and shift of the list. Absent means any. */
export type ChosenPlaceFilter = Readonly<Partial<Record<PlaceFilterField, string>>>

/** The filters of the list, as they stand in the address. */
export interface TodoSearch extends ChosenPlaceFilter {
  readonly show?: TodoViewChoice
  /** SALE_GUID of the document that is shown alone. */
  readonly at?: string
}

/** Other names in an address would be refused by the gateway. */
export const placeFilterOf = (search: TodoSearch): ChosenPlaceFilter =>
  Object.fromEntries(
    placeFilterFields.flatMap((place) => (search[place] === undefined ? [] : [[place, search[place]]])),
  )

export const recordFiltersOf = ({ show = firstTodoView, ...search }: TodoSearch): RecordFilters => ({
  ...placeFilterOf(search),
  ...(show in wantedBy ? wantedBy[show as keyof typeof wantedBy] : { concern: show }),
})
