import type { z } from 'zod'
import type { EndpointRow } from '../axes.ts'
import type { AnswerHeader, RequestHeader } from './parameters.ts'

/** What the reference says of an endpoint; whatever is served has it, and may add words of its own. */
export interface DescribedEndpoint extends Omit<EndpointRow, 'body'> {
  readonly id: string
  /** From the server's root. */
  readonly path: string
  readonly body?: z.ZodType
  readonly notes?: EndpointNotes
}

/** What the catalogue has no need to know and a reader has. */
export interface EndpointNotes {
  /** Markdown. */
  readonly description?: string
  /** When an answer is given, by HTTP status. */
  readonly answers?: Readonly<Record<number, string>>
  readonly answerHeaders?: Readonly<Record<number, readonly AnswerHeader[]>>
  readonly requestHeaders?: readonly RequestHeader[]
  /** A body that would be accepted. */
  readonly example?: unknown
  /** It has no sentence for people, and stands beside the API. */
  readonly isPage?: true
}

/** The part of OpenAPI 3.1 that the reference uses. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>
  }
}

export type PathItem = { readonly [method in 'get' | 'post']?: Operation }

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> }
  /** By HTTP status. */
  readonly responses: Readonly<Record<string, Response>>
}

export interface Content {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Reference>>
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Readonly<Record<string, Content>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'header' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface Header {
  readonly description: string
  readonly schema: JsonSchema
}

export interface Reference {
  readonly $ref: string
}

/** JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown }
