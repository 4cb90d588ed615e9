import type { z } from 'zod'
import type { saleSchemas } from '../document/sale.ts'
import type { Family, Kind } from '../domain/record.ts'
import type { EndpointDefinition, Operation, operations } from './axes.ts'
import type { SingleEndpointId, singleEndpoints } from './single-endpoints.ts'

export type GridEndpointId = `${Kind}.${Family}.${Operation}`
export type EndpointId = GridEndpointId | SingleEndpointId

/** One endpoint of the catalogue. The grid (kinds, families, operations) is multiplied out into such rows. */
export interface Endpoint extends Omit<EndpointDefinition, 'body'> {
  readonly id: EndpointId
  /** Under the base URL, which ends in /v1. */
  readonly path: `/${string}`
  readonly body?: z.ZodType
  readonly cell?: GridCell
}

/** Kind, family and operation of an endpoint of the grid. */
export interface GridCell {
  readonly kind: Kind
  readonly family: Family
  readonly operation: Operation
}

type RowOf<Id extends EndpointId> = Id extends SingleEndpointId
  ? (typeof singleEndpoints)[Id]
  : Id extends `${infer K extends Kind}.${infer F extends Family}.${infer Op extends Operation}`
    ? Op extends 'submit'
      ? Omit<(typeof operations)['submit'], 'body'> & { readonly body: (typeof saleSchemas)[F][K] }
      : (typeof operations)[Op]
    : never

type Part = 'params' | 'headers' | 'query' | 'body'

export type AskOf<Row> = {
  readonly [P in Part & keyof Row]: Row[P] extends infer S extends z.ZodType ? z.input<S> : never
}

export type AnswerOf<Row> = Row extends { readonly answers: Readonly<Record<200, infer S extends z.ZodType>> }
  ? z.output<S>
  : never

export type EndpointRequest<Id extends EndpointId> = AskOf<RowOf<Id>>
export type EndpointAnswer<Id extends EndpointId> = AnswerOf<RowOf<Id>>

export type EndpointCaller = <Id extends EndpointId>(
  id: Id,
  ...ask: keyof EndpointRequest<Id> extends never ? [] : [EndpointRequest<Id>]
) => Promise<EndpointAnswer<Id>>
