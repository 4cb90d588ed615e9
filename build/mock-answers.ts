import type { Content } from '../shared/api/openapi/document.ts'
import type { OpenApiDocument, Operation } from '../shared/api/openapi/reference.ts'

export interface MockAnswer {
  readonly status: number
  readonly type: string
  readonly content: string
}

const nothing = (status: number, detail: string): MockAnswer => ({
  status,
  type: 'application/problem+json',
  content: JSON.stringify({ type: 'about:blank', title: 'Mock', status, detail, code: 'mock' }),
})

/**
 * What the reference shows as an answer to a call.
 * @returns asked with the method, the path without its query, and the status that is wanted, null for the good one
 */
export function mockAnswers(
  reference: OpenApiDocument,
): (method: string, path: string, wanted: string | null) => MockAnswer {
  const calls = Object.entries(reference.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  )
  return (method, path, wanted) => {
    const call = calls.find((each) => each.method === method && each.pattern.test(path))
    if (!call) return nothing(404, `The reference has no ${method} ${path}.`)
    return answerOf(call.operation, reference, wanted)
  }
}

function answerOf({ responses }: Operation, reference: OpenApiDocument, wanted: string | null): MockAnswer {
  const status = wanted ?? Object.keys(responses).toSorted().at(0) ?? ''
  const response = responses[status]
  if (!response)
    return nothing(501, `This call never answers ${status}; it may answer ${Object.keys(responses).join(', ')}.`)
  const [type, content] = Object.entries(response.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return { status: Number(status), type: 'text/plain', content: '' }
  const example = exampleIn(content, reference)
  return {
    status: Number(status),
    type,
    content: typeof example === 'string' ? example : JSON.stringify(example ?? {}),
  }
}

function exampleIn({ example, examples }: Content, { components }: OpenApiDocument): unknown {
  if (example !== undefined) return example
  const [first] = Object.values(examples ?? {})
  return first && components.examples[first.$ref.split('/').at(-1) ?? '']?.value
}
