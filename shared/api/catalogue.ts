import { saleSchemas } from '../document/sale.ts'
import { type Family, families, type Kind, kinds } from '../domain/record.ts'
import { bodyByKind, type Operation, operations } from './axes.ts'
import type { Endpoint } from './endpoint.ts'
import { singleEndpoints } from './single-endpoints.ts'

const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table & string)[]

const grid: readonly Endpoint[] = families.flatMap((family) =>
  kinds.flatMap((kind) => namesOf(operations).map((operation) => multiply(kind, family, operation))),
)

/** The eight single endpoints and the 48 of the grid. Routes, client and reference are made from this list. */
export const interfaceCatalogue: readonly Endpoint[] = [
  ...namesOf(singleEndpoints).map((id) => ({ id, ...singleEndpoints[id] })),
  ...grid,
]

function multiply(kind: Kind, family: Family, operation: Operation): Endpoint {
  const { suffix, body, summary, ...row } = { body: undefined, ...operations[operation] }
  const schema = body === bodyByKind ? saleSchemas[family][kind] : body
  return {
    ...row,
    method: body ? 'POST' : 'GET',
    outletScope: 'theirs',
    id: `${kind}.${family}.${operation}`,
    path: `/${family}/${kind}_${suffix}`,
    summary: `${summary}: ${family.replace('_', '-')} ${kind.replace('_', ' ')}`,
    ...(schema && { body: schema }),
    cell: { kind, family, operation },
  }
}
