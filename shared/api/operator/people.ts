import { z } from 'zod'
import { decimalSchema } from '../../document/amount.ts'
import { answer, ask, countSchema, guidSchema, text, timeSchema, toError } from '../../document/fields.ts'
import type { OperatorRow } from '../axes.ts'
import { approvableActs, roleNames } from '../scopes.ts'
import { emptyRequestSchema } from '../shapes/asks.ts'
import {
  chosenLanguageSchema,
  enteredPinSchema,
  newPinSchema,
  onlyOutletsSchema,
  optionalLanguageSchema,
  outletKeySchema,
  personIdOrNameSchema,
  personNameSchema,
  roleSchema,
} from './session.ts'

const roleAsk = z.enum(roleNames, toError('not_listed'))

/** A PIN set by another person is allowed only for a cashier, for oneself, or from the command line. */
const handedPin = newPinSchema
  .nullish()
  .describe('Left out: the person chooses it with the one-time code of the answer')

const personFields = {
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  outlets: onlyOutletsSchema,
  language: chosenLanguageSchema,
  disabled_at: timeSchema.nullable().describe('Since when the person cannot sign in'),
  wrong_pins: countSchema.describe(
    'The most in a row at one place, since the PIN was last right; from 5 on there are pauses',
  ),
  one_time_code_until: timeSchema.nullable().describe('Until when there is a one-time code in place of a PIN'),
}
export const personSchema = z.object(personFields).meta({ id: 'Person' })
const personWithCode = answer('PersonWithCode', {
  ...personFields,
  one_time_code: z
    .string()
    .nullable()
    .describe('One-time code to hand over to the person, shown this once; null where a PIN was set'),
})
const people = answer('People', { items: z.array(personSchema) })

const outletsAsk = z.array(outletKeySchema).max(100, toError('too_many'))

export const newPersonRequestSchema = ask('NewPersonAsk', {
  name: personNameSchema,
  role: roleAsk,
  outlets: outletsAsk.nullish().describe('The only ones whose sales the person sees; left out for all'),
  pin: handedPin,
  language: optionalLanguageSchema,
})
const newOutletsAsk = ask('NewOutletsAsk', {
  outlets: outletsAsk.describe('All of them; empty for people who see every outlet'),
})

export const approveActsRequestSchema = ask('ApprovalsAsk', {
  act: z.enum(approvableActs, toError('not_listed')).describe('The act to approve'),
  records: z
    .array(
      z.strictObject({
        SALE_GUID: guidSchema,
        version: z
          .int(toError('wrong_type'))
          .min(1, toError('out_of_range'))
          .nullish()
          .describe('As the person saw it, from the feed of events; refused where the record is another by now'),
      }),
    )
    .min(1, toError('required'))
    .max(100, toError('too_many')),
  supervisor: personIdOrNameSchema,
  pin: enteredPinSchema,
})

const refundApprovalAsk = ask('RefundApprovalAsk', {
  SALE_GUID: guidSchema.describe('Of the refund note that will be sent'),
  TOTAL_PAYABLE: decimalSchema(2).describe('The most that it may give back'),
  CURRENCY_CODE: text(3),
  supervisor: personIdOrNameSchema,
  pin: enteredPinSchema,
})

const approvedBy = z.string().describe('As the journal will say')
const approvalSecret = z.string().describe('For the header `X-Approval` of that one act; shown this once')

const approvals = answer('Approvals', {
  by: approvedBy,
  items: z.array(
    answer('Approval', {
      SALE_GUID: z.string(),
      version: z.int(),
      approval: approvalSecret,
    }),
  ),
})

const changesPerson = {
  scope: 'admin',
  ownerPin: 'each',
  params: z.object({ id: guidSchema.describe('Id of the person') }),
  answers: { 200: personSchema },
  faults: ['record_not_found'],
} as const

export const peopleRows = {
  listPeople: {
    path: '/people',
    scope: 'admin',
    summary: 'All people who can or could sign in',
    answers: { 200: people },
  },
  createPerson: {
    path: '/people',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'Let a person sign in',
    body: newPersonRequestSchema,
    answers: { 200: personWithCode },
  },
  setPin: {
    path: '/people/{id}/pin',
    ...changesPerson,
    summary: 'Give a person a one-time code to choose a new PIN with, or change the own PIN; wrong ones are forgotten',
    body: ask('NewPinAsk', { pin: handedPin }),
    answers: { 200: personWithCode },
  },
  setRole: {
    path: '/people/{id}/role',
    ...changesPerson,
    summary: 'Give a person another role; open sessions end, and a cashier who becomes more chooses a new PIN',
    body: ask('NewRoleAsk', { role: roleAsk }),
    answers: { 200: personWithCode },
  },
  setOutlets: {
    path: '/people/{id}/outlets',
    ...changesPerson,
    ownerPin: 'settings',
    summary: 'Limit a person to the sales of some outlets, or to none no more; open sessions end',
    body: newOutletsAsk,
  },
  disablePerson: {
    path: '/people/{id}/disable',
    ...changesPerson,
    summary: 'Let a person sign in no more; open sessions end',
    body: emptyRequestSchema,
  },
  enablePerson: {
    path: '/people/{id}/enable',
    ...changesPerson,
    summary: 'Let a person sign in again',
    body: emptyRequestSchema,
  },
  approve: {
    path: '/approvals',
    scope: 'read',
    outletScope: 'theirs',
    summary: 'A supervisor allows, by PIN, one act on each of these records to who is signed in',
    body: approveActsRequestSchema,
    answers: { 200: approvals },
    faults: ['record_not_found'],
  },
  approveRefund: {
    path: '/approvals/refund',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'A supervisor allows, by PIN, one refund note above the limit to who is signed in',
    body: refundApprovalAsk,
    answers: { 200: answer('RefundApproval', { by: approvedBy, approval: approvalSecret }) },
  },
} as const satisfies Record<string, OperatorRow>
