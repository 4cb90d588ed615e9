import type { z } from 'zod'
import type { EndpointRow } from '../axes.ts'
import type { AnswerHeader, RequestHeader } from './parameters.ts'

/** What the reference says of an endpoint; each one that is served has it, and may add words of its own. */
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
