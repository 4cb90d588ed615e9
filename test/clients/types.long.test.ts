import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { Changes, Line, Party, Problem, ResitRecord, SaleDocument } from '../../clients/typescript/types.ts'
import type { changedRecordsSchema } from '../../shared/api/operator/record-list.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { saleSchemas } from '../../shared/document/sale.ts'

type Taken = z.input<(typeof saleSchemas)['sale']['invoice']>

test('what the gateway answers is what the TypeScript client says it answers', () => {
  expectTypeOf<WireRecord>().toExtend<ResitRecord>()
  expectTypeOf<WireProblem>().toExtend<Problem>()
  expectTypeOf<z.output<typeof changedRecordsSchema>>().toExtend<Changes>()
})

test('what the TypeScript client lets a till send is what the gateway takes', () => {
  expectTypeOf<Party>().toExtend<NonNullable<Taken['BUYER']>>()
  expectTypeOf<Line>().toExtend<Taken['LINES'][number]>()
  expectTypeOf<
    Pick<SaleDocument, 'COMPANY_CODE' | 'SALE_CODE' | 'ISSUED_AT' | 'CONSOLIDATE' | 'LINES' | 'BUYER'>
  >().toExtend<Pick<Taken, 'COMPANY_CODE' | 'SALE_CODE' | 'ISSUED_AT' | 'CONSOLIDATE' | 'LINES' | 'BUYER'>>()
})
