import type { z } from 'zod'
import type { bodyByKind, EndpointDefinition, Operation, operations } from '../../../shared/api/axes.ts'
import type { GridCell } from '../../../shared/api/endpoint.ts'
import { Fault, type FieldFault } from '../../../shared/api/faults.ts'
import type { OperatorCallId, operatorApi } from '../../../shared/api/operator.ts'
import type { SingleEndpointId, singleEndpoints } from '../../../shared/api/single-endpoints.ts'
import type { WireSaleDocument } from '../../../shared/document/sale.ts'
import { seesCompany, type VisibleSales } from '../../../shared/domain/outlet.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { Caller } from './access.ts'

/** A row of a catalogue with its full path. */
export interface ServedEndpoint extends Omit<EndpointDefinition, 'body'> {
  readonly id: string
  readonly path: string
  readonly body?: z.ZodType
  readonly mostBodyBytes: number
  /** Only for the 48 endpoints of the grid. */
  readonly cell?: GridCell
  /** Finds codes that are in no list: these faults come with those of the schema. */
  readonly faultyCodes?: (json: unknown, caller: Caller) => Promise<readonly FieldFault[]>
}

export interface OwnerPin {
  readonly pin: string
  /** Id or name; empty if the owner is signed in. */
  readonly owner: string
}

/** What the caller prefers (RFC 7240). */
export interface Preferences {
  /** How long the caller waits for a final status; 0 for not at all. */
  readonly waitMs: number
  /** The document is checked, and nothing is kept. */
  readonly isCheckOnly: boolean
}

export const checkOnlyApplied = 'handling=check-only'

export interface Call {
  readonly caller: Caller
  readonly language: Language
  /** Inputs that came in the query and not in headers: the link to the next page carries them, too. */
  readonly inputsInQuery: Readonly<Record<string, string>>
  readonly rawBody: Uint8Array
  readonly json: object
  readonly prefers: Preferences
  readonly ifNoneMatch: string | null
  /** Where a PIN is tried from, to count wrong tries. */
  readonly origin: () => Promise<string>
  /** The PIN that an owner entered for this request. */
  readonly ownerPin: OwnerPin | null
}

/** Read by the schemas of the endpoint; only its handler knows the types. */
export interface ParsedCall extends Call {
  readonly params: object
  readonly headers: object
  readonly query: object
  readonly body: unknown
}

type Headers = Readonly<Record<string, string>>

interface Media {
  readonly type: string
  readonly content: string | Uint8Array
}

/** Without body and media, the answer has no content. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly media?: Media
  readonly headers?: Headers
}

type RowShape = Pick<EndpointDefinition, 'params' | 'headers' | 'query' | 'body' | 'answers' | 'produces'>
type Part = 'params' | 'headers' | 'query' | 'body'
type ReadPart<Given> = Given extends z.ZodType
  ? z.output<Given>
  : Given extends typeof bodyByKind
    ? WireSaleDocument
    : never

/** A request as the schemas of the row read it. */
export type CallOf<Row extends RowShape> = Call & { readonly [P in Part & keyof Row]: ReadPart<Row[P]> }

/** For functions that only need a name from the path. */
export type CallWithParam<Name extends string> = Pick<Call, 'caller' | 'language'> & {
  readonly params: Readonly<Record<Name, string>>
}

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T

type Answered<Answers extends RowShape['answers']> = {
  [Status in keyof Answers & number]: {
    readonly status: Status
    readonly body: Immutable<z.input<Answers[Status]>>
    readonly headers?: Headers
  }
}[keyof Answers & number]

export type ReplyOf<Row extends RowShape> = Row extends { readonly produces: string }
  ? { readonly status: 200; readonly media: Media; readonly headers?: Headers }
  : Answered<Row['answers']>

export type HandlerOf<Row extends RowShape> = (call: CallOf<Row>) => Promise<ReplyOf<Row>>
export type OperatorHandler<Id extends OperatorCallId> = HandlerOf<(typeof operatorApi)[Id]>
export type OperatorHandlers = { readonly [Id in OperatorCallId]: OperatorHandler<Id> }
export type CallTo<Id extends OperatorCallId> = CallOf<(typeof operatorApi)[Id]>
export type SingleEndpointHandler<Id extends SingleEndpointId> = (
  call: CallOf<(typeof singleEndpoints)[Id]>,
) => Promise<ReplyOf<(typeof singleEndpoints)[Id]> | { readonly status: 304; readonly headers: Headers }>
export type OperationHandler<Op extends Operation> = HandlerOf<(typeof operations)[Op]>

/** @param path in full, for links */
export type OperationHandlers = { readonly [Op in Operation]: (cell: GridCell, path: string) => OperationHandler<Op> }
export type SingleEndpointHandlers = { readonly [Id in SingleEndpointId]: SingleEndpointHandler<Id> }

/** Any handler: only the server calls it, with values that the schemas of its own row have read. */
export type Handler = (call: never) => Promise<Reply>

export const ok = <const Body>(body: Body) => ({ status: 200, body }) as const

interface Named<Company> {
  byCode(code: string): Promise<Company | null>
}

/** @throws Fault company_not_found, also for a company that the caller may not see */
export async function companyNamed<Company extends { readonly profile: { readonly companyGuid: string } }>(
  companies: Named<Company>,
  code: string,
  caller: VisibleSales,
): Promise<Company> {
  const company = await companies.byCode(code)
  if (!company || !seesCompany(caller, company.profile.companyGuid)) throw new Fault('company_not_found')
  return company
}

export interface PublicRequest {
  /** The last part of the link; empty for any other path. */
  readonly ticket: string
  readonly language: Language
  /** The caller's address, for rate limits. */
  readonly origin: string
  /** The form as it was typed; null if the page was only opened. */
  readonly typed: Readonly<Record<string, string>> | null
}

export interface PublicAnswer {
  readonly status: number
  readonly content: string | Uint8Array
  /** If absent, a page of HTML. */
  readonly type?: string
}
