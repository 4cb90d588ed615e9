import { needsPersonFilter, type RecordFilters } from '../../../gateway/records.ts'

export const placeFilterFields = ['company', 'outlet', 'terminal', 'shift'] as const
type PlaceFilterField = (typeof placeFilterFields)[number]

/** What the list can show. A receipt that waits for consolidation is done for its shift. */
const viewFilters = {
  to_act_or_in_doubt: { concern: `${needsPersonFilter.concern},in_doubt` },
  open_ones: { concern: `${needsPersonFilter.concern},in_doubt,unanswered,unsent` },
  unsent: { concern: 'unsent' },
  everything: {},
} as const satisfies Readonly<Record<string, RecordFilters>>
export type TodoView = keyof typeof viewFilters
export const todoViews = Object.keys(viewFilters) as readonly TodoView[]

/** The list begins with this view. It has documents in doubt, because their shift can close only after they are settled. */
export const firstTodoView = 'to_act_or_in_doubt'
const firstConcerns: readonly (string | null)[] = viewFilters[firstTodoView].concern.split(',')
export const isInFirstTodoView = (concern: string | null): boolean => firstConcerns.includes(concern)

/** The outlet, till and shift of the list. Absent means any. */
export type ChosenPlaceFilter = Readonly<Partial<Record<PlaceFilterField, string>>>

/** The filters of the list, as they stand in the address. */
export interface TodoSearch extends ChosenPlaceFilter {
  readonly show?: TodoView
  /** SALE_GUID of the document that is shown alone. */
  readonly at?: string
  /** ISSUED_AT of a document that is done with: the next one is shown alone. */
  readonly after?: string
}

/** Other names in an address would be refused by the gateway. */
export const placeFilterOf = (search: TodoSearch): ChosenPlaceFilter =>
  Object.fromEntries(
    placeFilterFields.flatMap((place) => (search[place] === undefined ? [] : [[place, search[place]]])),
  )

export const recordFiltersOf = ({ show = firstTodoView, ...search }: TodoSearch): RecordFilters => ({
  ...placeFilterOf(search),
  ...viewFilters[show],
})
