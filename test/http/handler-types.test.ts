import { expect, test } from 'vitest'
import {
  type OperationHandler,
  type OperatorHandler,
  ok,
  type SingleEndpointHandler,
} from '../../electron/gateway/http/call.ts'

// Types that must not compile. `npm run types` reports an expectation that no error meets.

const revoke: OperatorHandler<'revokeToken'> = async ({ body }) => ok({ id: body.id, revoked: true })

// @ts-expect-error an answer without a field that its row lists
const incomplete: OperatorHandler<'revokeToken'> = async ({ body }) => ok({ id: body.id })

// @ts-expect-error an answer with a field of another type
const wrong: OperatorHandler<'revokeToken'> = async ({ body }) => ok({ id: body.id, revoked: 'yes' })

// @ts-expect-error a status that the row does not list
const otherStatus: OperatorHandler<'revokeToken'> = async ({ body }) => ({
  status: 202,
  body: { id: body.id, revoked: true },
})

// @ts-expect-error JSON where the row says that a file is answered
const notAFile: OperatorHandler<'slip'> = async () => ok({})

// @ts-expect-error a field that the body of the row does not have
const otherBody: OperationHandler<'voidByGuid'> = async ({ body }) => ok(body.REASON)

// @ts-expect-error a body where the row has none
const noBody: OperatorHandler<'queue'> = async ({ body }) => ok(body)

// @ts-expect-error a parameter that the path does not name
const otherParam: OperatorHandler<'draft'> = async ({ params }) => ok(params.guid)

// @ts-expect-error only who has a list already is told that it is the same
const sameTill: OperatorHandler<'queue'> = async () => ({ status: 304, headers: {} })

const sameList: SingleEndpointHandler<'unitTypes'> = async () => ({ status: 304, headers: {} })

test('handlers are typed by their rows', () => {
  const refused = [incomplete, wrong, otherStatus, notAFile, otherBody, noBody, otherParam, sameTill]
  expect([revoke, sameList, ...refused]).toHaveLength(10)
})
