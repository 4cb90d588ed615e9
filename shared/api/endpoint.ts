import type { z } from 'zod'
import type { Family, Kind } from '../domain/record.ts'
import type { DOCUMENT, EndpointRow, Operation, operations } from './axes.ts'
import type { saleDocuments } from './shapes/sale-document.ts'
import type { SingleEndpoint, singleEndpoints } from './single-endpoints.ts'

export type GridId = `${Kind}.${Family}.${Operation}`
export type EndpointId = GridId | SingleEndpoint

/** A row of the catalogue after the grid has been multiplied out. */
export interface Endpoint extends Omit<EndpointRow, 'body'> {
  readonly id: EndpointId
  /** Under the base URL, which ends in /v1. */
  readonly path: `/${string}`
  readonly body?: z.ZodType
  readonly cell?: Cell
}

/** Where in the grid an endpoint stands. */
export interface Cell {
  readonly kind: Kind
  readonly family: Family
  readonly operation: Operation
}

type Row<Id extends EndpointId> = Id extends SingleEndpoint
  ? (typeof singleEndpoints)[Id]
  : Id extends `${Kind}.${Family}.${infer Op extends Operation}`
    ? (typeof operations)[Op]
    : never

type Document<Id extends EndpointId> = Id extends `${infer K extends Kind}.${infer F extends Family}.${Operation}`
  ? (typeof saleDocuments)[F][K]
  : never

type Schema<Id extends EndpointId, Given> = Given extends typeof DOCUMENT ? Document<Id> : Given

type Part = 'headers' | 'query' | 'body'

/** What a caller of an endpoint gives, part by part. */
export type Ask<Id extends EndpointId> = {
  readonly [P in Part & keyof Row<Id>]: Schema<Id, Row<Id>[P]> extends infer S extends z.ZodType ? z.input<S> : never
}

/** What it gets where all goes well. */
export type Answer<Id extends EndpointId> =
  Row<Id>['answers'] extends Readonly<Record<200, infer S extends z.ZodType>> ? z.output<S> : never
