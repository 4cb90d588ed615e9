import type { z } from 'zod'
import type { DOCUMENT, EndpointRow, Operation, operations } from '../../../shared/api/axes.ts'
import type { Cell } from '../../../shared/api/endpoint.ts'
import { Fault, type FaultEntry } from '../../../shared/api/faults.ts'
import type { OperatorCall, operator } from '../../../shared/api/operator.ts'
import type { SingleEndpoint, singleEndpoints } from '../../../shared/api/single-endpoints.ts'
import type { SaleDocument } from '../../../shared/document/sale.ts'
import { type Sight, seesCompany } from '../../../shared/domain/outlet.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { Caller } from './access.ts'

/** What the server serves: a row of a catalogue under its full path. */
export interface ServedEndpoint extends Omit<EndpointRow, 'body'> {
  readonly id: string
  /** A segment in braces stands for any. */
  readonly path: string
  readonly body?: z.ZodType
  readonly mostBodyBytes: number
  /** Of the 48. */
  readonly cell?: Cell
  /** Codes in a body that are in no list, told beside what its schema finds. */
  readonly faultyCodes?: (json: unknown) => readonly FaultEntry[]
}

export interface OwnerPin {
  readonly pin: string
  /** Id or name; empty where it is the owner who is signed in. */
  readonly owner: string
}

/** What every request brings. */
export interface Call {
  readonly caller: Caller
  readonly language: Language
  /** Inputs that the interface puts in headers and the query gave: a link to the next page carries them on. */
  readonly inputsInQuery: Readonly<Record<string, string>>
  /** The body as its bytes came, and as JSON before any schema. */
  readonly rawBody: Uint8Array
  readonly json: object
  /** How long the caller is willing to wait for a last word (RFC 7240), 0 where it is not. */
  readonly preferWaitMs: number
  readonly ifNoneMatch: string | null
  /** Who tries a PIN, as far as this computer can tell. */
  readonly origin: () => Promise<string>
  /** What an owner has entered to confirm this. */
  readonly ownerPin: OwnerPin | null
}

/** As the server has it: read by the schemas of the endpoint, which only the handler of that endpoint knows. */
export interface ReadCall extends Call {
  readonly params: object
  readonly headers: object
  readonly query: object
  readonly body: unknown
}

type Headers = Readonly<Record<string, string>>

/** An answer that is not JSON, and its media type. */
interface Media {
  readonly type: string
  readonly content: string | Uint8Array
}

/** As the server sends it; without a body and media an answer without content. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly media?: Media
  readonly headers?: Headers
}

type RowShape = Pick<EndpointRow, 'params' | 'headers' | 'query' | 'body' | 'answers' | 'produces'>
type Part = 'params' | 'headers' | 'query' | 'body'
type Read<Given> = Given extends z.ZodType ? z.output<Given> : Given extends typeof DOCUMENT ? SaleDocument : never

/** One request to the endpoint of a row: what the row has a schema for, as that schema left it, and nothing else. */
export type CallOf<Row extends RowShape> = Call & { readonly [P in Part & keyof Row]: Read<Row[P]> }

/** What a helper needs of the call where the path names something. */
export type CallNaming<Name extends string> = Pick<Call, 'caller' | 'language'> & {
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

/** What the caller has already. */
interface NotModified {
  readonly status: 304
  readonly headers: Headers
}

/** One of the answers that the row lists, by its status. */
export type ReplyOf<Row extends RowShape> = Row extends { readonly produces: string }
  ? { readonly status: 200; readonly media: Media; readonly headers?: Headers }
  : Answered<Row['answers']>

/** The handler behind an endpoint, as its row of the catalogue describes it. */
export type HandlerOf<Row extends RowShape> = (call: CallOf<Row>) => Promise<ReplyOf<Row>>
export type OperatorHandler<Id extends OperatorCall> = HandlerOf<(typeof operator)[Id]>
/** For each call of the operator API the handler of its own row. */
export type OperatorHandlers = { readonly [Id in OperatorCall]: OperatorHandler<Id> }
/** One request to a call of the operator API, as its row reads it. */
export type CallTo<Id extends OperatorCall> = CallOf<(typeof operator)[Id]>
export type SingleEndpointHandler<Id extends SingleEndpoint> = (
  call: CallOf<(typeof singleEndpoints)[Id]>,
) => Promise<ReplyOf<(typeof singleEndpoints)[Id]> | NotModified>
/** Of the 48: one for each operation, of all kinds and families. */
export type GridHandler<Op extends Operation> = HandlerOf<(typeof operations)[Op]>

/** For each operation of the 48 what makes its handler for a kind and family. @param path in full, for links */
export type GridHandlers = { readonly [Op in Operation]: (cell: Cell, path: string) => GridHandler<Op> }
export type SingleEndpointHandlers = { readonly [Id in SingleEndpoint]: SingleEndpointHandler<Id> }

/** Any of them: only the server calls it, with what the schemas of its own row have read. */
export type Handler = (call: never) => Promise<Reply>

export const ok = <const Body>(body: Body) => ({ status: 200, body }) as const

interface Named<Company> {
  byCode(code: string): Promise<Company | null>
}

/** @throws Fault company_not_found, also for another's: that it exists is told to no other */
export async function companyNamed<Company extends { readonly profile: { readonly companyGuid: string } }>(
  companies: Named<Company>,
  code: string,
  caller: Sight,
): Promise<Company> {
  const company = await companies.byCode(code)
  if (!company || !seesCompany(caller, company.profile.companyGuid)) throw new Fault('company_not_found')
  return company
}

/** What an anonymous caller asks of the public page. */
export interface PublicAsk {
  /** The last part of the link; empty where the path is none of this page's. */
  readonly ticket: string
  readonly language: Language
  /** Where it comes from, as far as a limit of rate needs it. */
  readonly origin: string
  /** A form as it was typed; null where the page was only opened. */
  readonly typed: Readonly<Record<string, string>> | null
}

export interface PublicAnswer {
  readonly status: number
  /** HTML. */
  readonly content: string
}
