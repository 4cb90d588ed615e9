import { type Family, families, type Kind, kinds } from '../domain/record.ts'
import { DOCUMENT, familyNames, kindNames, type Operation, operations } from './axes.ts'
import type { Endpoint } from './endpoint.ts'
import { saleDocuments } from './shapes/sale-document.ts'
import { type StandingEndpoint, standing } from './standing.ts'

const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

const grid: readonly Endpoint[] = families.flatMap((family) =>
  kinds.flatMap((kind) => namesOf(operations).map((operation) => multiply(kind, family, operation))),
)

/** Every endpoint of the interface: eight standing, forty-eight from the grid. Routes, client and reference read it. */
export const catalogue: readonly Endpoint[] = [...namesOf(standing).map(standingEndpoint), ...grid]

function standingEndpoint(id: StandingEndpoint): Endpoint {
  return { id, ...standing[id] }
}

function multiply(kind: Kind, family: Family, operation: Operation): Endpoint {
  const { suffix, body, summary, ...row } = { body: undefined, ...operations[operation] }
  const schema = body === DOCUMENT ? saleDocuments[family][kind] : body
  return {
    ...row,
    id: `${kind}.${family}.${operation}`,
    path: `/${family}/${kind}_${suffix}`,
    summary: `${summary}: ${familyNames[family]} ${kindNames[kind]}`,
    ...(schema && { body: schema }),
    cell: { kind, family, operation },
  }
}
