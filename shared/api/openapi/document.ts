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
