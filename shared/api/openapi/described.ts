import type { z } from 'zod'
import type { EndpointDefinition, Operation } from '../axes.ts'
import { interfaceCatalogue } from '../catalogue.ts'
import type { EndpointId, GridCell } from '../endpoint.ts'
import { type OperatorCallId, operatorApi, operatorBase } from '../operator.ts'
import { checkOnlyAnswerSchema } from '../shapes/checked.ts'
import type { SingleEndpointId } from '../single-endpoints.ts'
import { exampleAnswerOfCell } from './example-records.ts'
import { exampleBodyOfCell } from './example-requests.ts'
import type { AnswerHeaderName, RequestHeaderName } from './parameters.ts'

export interface DescribedEndpoint extends Omit<EndpointDefinition, 'body'> {
  readonly id: string
  /** The path from the server's root. */
  readonly path: string
  readonly body?: z.ZodType
  readonly notes?: EndpointNotes
}

/** Notes for the reader of the reference. */
export interface EndpointNotes {
  readonly description?: string
  /** What each answer means, by HTTP status. */
  readonly answers?: Readonly<Record<number, string>>
  readonly answerHeaders?: Readonly<Record<number, readonly AnswerHeaderName[]>>
  readonly requestHeaders?: readonly RequestHeaderName[]
  /** Another schema of the answer with 200. */
  readonly orAnswer?: z.ZodType
  /** The examples of a body, and of the answer with an HTTP status. A reader makes others from the schema. */
  readonly example?: object
  readonly answerExample?: (status: string) => object
  /** A page of the gateway outside the API. Its errors have no sentences for people. */
  readonly isPage?: true
}

const deniedInOrder =
  'A denied void changes nothing. Consolidated is looked at first, then the status. A voided record is never sent, ' +
  'also if something races with the void.'

const operationNotes = {
  submit: {
    description:
      'Keeps the document durably and answers at once, in any state of the network; the authority is called ' +
      'afterwards. Where no answer was heard, send the same bytes again. 409 `record_closed` is this gateway’s own: a ' +
      'supervisor closed the invalid record, so that it takes no correction any more.',
    answers: { 200: 'Kept before: the record as it is now. Only checked: the totals', 202: 'Kept durably' },
    orAnswer: checkOnlyAnswerSchema,
    answerHeaders: { 200: ['Idempotency-Replayed', 'Preference-Applied'], 202: ['Preference-Applied'] },
    requestHeaders: ['Prefer'],
  },
  statusByGuid: {
    description: 'The record, where it is of this kind and family.',
    answers: { 200: 'The record as it is now' },
  },
  statusBySubmission: {
    description:
      'What was first accepted on these days, in that order, page by page. Follow `paging.next` with the same headers ' +
      'until `has_more` is false; no row comes twice and none is left out, even while rows are added.',
    answers: { 200: 'A page' },
    answerHeaders: { 200: ['Link'] },
  },
  cancel: {
    description:
      'For valid, individually submitted documents within the period (72 hours unless the authority says otherwise) ' +
      'that no active document refers to. The intent is stored before the authority is asked. A repeat while it is ' +
      'running joins the first and keeps its REASON; a repeat after it succeeded is answered with the record. One that ' +
      'was cancelled elsewhere, on the portal say, is `cancel_denied_status`.',
    answers: {
      200: 'The authority cancelled it, now or when it was asked before',
      202: 'The authority’s answer is not known yet; CANCELLATION says how it stands, and STATUS stays Valid until then',
    },
    answerHeaders: { 200: ['Idempotency-Replayed'] },
  },
  voidByGuid: {
    description: `For pending records, not consolidated and not locked. ${deniedInOrder}`,
    answers: { 200: 'Voided and locked; it will not be sent' },
  },
  voidBySaleCode: {
    description:
      'All five fields must be those of a record of this kind and family: the one that is not voided, else the one ' +
      `voided last. ${deniedInOrder}`,
    answers: { 200: 'Voided and locked; it will not be sent' },
  },
} as const satisfies Record<Operation, EndpointNotes>

const listNotes = {
  description: 'The whole list; obsolete codes are left out.',
  answers: { 200: 'The list, when it was last refreshed and where it comes from' },
  answerHeaders: { 200: ['ETag'] },
  requestHeaders: ['If-None-Match'],
} as const satisfies EndpointNotes

const singleEndpointNotes: Readonly<Partial<Record<EndpointId, EndpointNotes>>> = {
  version: {
    description: '`/v1/version` is the same.',
    answers: { 200: 'Versions of the interface and of the product' },
  },
  classificationCodes: listNotes,
  currencyCodes: listNotes,
  paymentMethods: listNotes,
  taxTypes: listNotes,
  unitTypes: listNotes,
  tinValidation: {
    description:
      'An error text in `response_msg` is a failure, although the request succeeded. A verified taxpayer is remembered ' +
      'and not asked for again for a while. A general TIN identifies no taxpayer and is never valid. More than 10 identical ' +
      'calls a minute from one token, or 60 that the authority must answer, are too many.',
    answers: { 200: 'The verdict' },
    example: { customer_tin: 'C25845632020', customer_idtype: 'BRN', customer_idnum: '201901234567' },
  },
  tinSearch: {
    description: 'For an authorised business process; 10 a minute from one token. Every search is written down.',
    answers: { 200: 'The taxpayer' },
  },
} satisfies Record<SingleEndpointId, EndpointNotes>

export const interfaceEndpoints: readonly DescribedEndpoint[] = interfaceCatalogue.map((endpoint) => ({
  ...endpoint,
  path: `/v1${endpoint.path}`,
  notes: endpoint.cell ? cellNotes(endpoint.cell) : (singleEndpointNotes[endpoint.id] ?? {}),
}))

function cellNotes(cell: GridCell): EndpointNotes {
  const answerExample = (status: string) => exampleAnswerOfCell(cell, status)
  return { ...operationNotes[cell.operation], example: exampleBodyOfCell(cell), answerExample }
}

const linked =
  'Only a document that the authority validated has a validation link, also after it was cancelled. Any other is 404 ' +
  '`route_not_found` with the `record` as it is now: it is kept here, but this path leads nowhere yet. An unknown GUID, ' +
  'or another company’s, is 404 `record_not_found`.'

const qrText = `Holds the link and nothing else, with error correction M and four modules of quiet zone. ${linked}`

const seenNote =
  'With `version` it acts only on the record as it was seen: where that has changed since, 409 `record_changed` with the ' +
  '`record` as it is now.'

const wrongPin =
  'A wrong PIN is 422 with `wrong_pin` at `/pin`. After five in a row there is a wait of 1, 2, 4 … 15 minutes: 429 with ' +
  '`Retry-After`, and no PIN is looked at. Wrong ones are counted by person and by who gave them, as far as this ' +
  'computer can tell: the desktop’s window, a user of the computer, or some program. After ten in a row a user’s or the ' +
  'window’s are refused with `pin_closed` until there is a new PIN. The count survives a restart, and a pause begins ' +
  'again with it. Where there is a one-time code in place of a PIN this is `code_needed`.'

const operatorTexts: Readonly<Partial<Record<OperatorCallId, string>>> = {
  changes:
    'For tills, in place of polling record by record: at most 100 records, each once and as it is now, in the order of ' +
    'their last change. Keep `next` once the `items` are dealt with, and give it as `after`. A place after the last ' +
    'change is 400 `bad_cursor`: a backup was put back; begin with `after=0` and compare.',
  listRecords:
    'Page by page: `next` goes into `before`, with the same filters. What people look for goes into a header and not ' +
    'into the address, because it is often a name or a TIN.',
  listRefusals:
    'For the screen of a cashier: documents that were refused, or that cannot be sent as they are. Of a person, what ' +
    'they submitted or corrected; of a till, what was sold there. Consolidated documents are left out.',
  lookUpRecord: `Of documents in doubt or in conflict, of cancellations in doubt, and of documents that the authority took an hour ago or longer and says nothing of, which are in doubt then. It brings the next look-up forward; when one that finds nothing counts stays as it is. The answer does not wait for it. ${seenNote}`,
  releaseRecord: `For one with the attention \`cannot_be_sent\`: a sale is tried again, a receipt waits for the next consolidation again. ${seenNote}`,
  resolveRecord:
    'For a record with the attention `conflict`, `in_doubt_expired` or another reason why it cannot be decided by itself. ' +
    'The authority is asked once more before the evidence counts: `found` is believed only where number, type and ' +
    'content are ours; the other two only where nothing of ours is found and nothing can still arrive. It never ' +
    `becomes a void. ${seenNote}`,
  closeRecord: `Closing twice is closing once. ${seenNote}`,
  resendRecord: `For when something beside the document was mended, such as the company’s profile. ${seenNote}`,
  pauseSending:
    'Lasts until a person resumes, also over a restart. What is on its way is finished, and what was sent is still ' +
    'asked about; cancellations still go. With a token bound to a company it concerns that company.',
  health:
    'Looked at when asked, and by itself every quarter of a minute. A token bound to a company sees the queue of ' +
    'that company, and what concerns the whole machine.',
  qrSvg: qrText,
  qrPng: qrText,
  slip:
    'For an 80 mm roll or A4, in the language of `Accept-Language`. One page without scripts that loads nothing. ' +
    `Parties are shown as the company is set up now. ${linked}`,
  setup: 'Says nothing of what is kept here.',
  setUp:
    'The code is printed where the gateway was started, and shown by the desktop, while there is no owner. The ' +
    'right one is taken however many wrong ones came before. Where an owner exists this is 404 `route_not_found`.',
  peopleNames:
    'Names and roles, to pick from before anybody signed in. Any process of this machine can read them, as anybody ' +
    'before the screen can; pages of other origins cannot.',
  signIn:
    'The token serves this API and the interface, with the scopes of the role. It is locked after `idle_lock_ms` ' +
    'without a request, and over after 12 hours, at a sign-out and at a restart of the gateway. A request with the ' +
    `header \`X-Unattended\`, which a screen sends by itself, does not count as one. ${wrongPin}`,
  choosePin:
    'The code is of the answer with which a person was let in or given a new PIN; it lasts seven days and is used up. ' +
    'A wrong one is `wrong_code` at `/code`, and counts like a wrong PIN.',
  changePin: wrongPin,
  createPerson:
    'The answer has the one-time code for the person, who chooses the PIN. `pin` is taken from the command line only.',
  setPin:
    'With `pin` an owner changes the own PIN. Without, the one there is opens nothing from now on, and the answer has ' +
    'a one-time code to hand over.',
  session: 'Does not count as a request that keeps the session from locking.',
  unlock: wrongPin,
  approve:
    'Each `approval` goes into the header `X-Approval` of one void or cancellation by this very session. It is for ' +
    'that act and that record, as it is now, for a minute and once; the journal names both people. Anything else is ' +
    `403 \`insufficient_scope\`. ${wrongPin}`,
  approveRefund:
    'The `approval` goes into the header `X-Approval` of one submission of that refund note by this very session. It is ' +
    `for that SALE_GUID, for no more money, for a minute and once; the journal names both people. ${wrongPin}`,
  listDrafts: 'For people who signed in; each sees only the own ones.',
  saveDraft: 'With a GUID that the screen made up, so that a lost answer makes no second draft. At most 1 MB.',
}

const goodAnswers: Readonly<Partial<Record<OperatorCallId, string>>> = {
  changes: 'What changed; nothing where nothing did while it waited',
  qrSvg: 'The picture',
  qrPng: 'The picture',
  slip: 'The page',
}

const exampleBodies: Readonly<Partial<Record<OperatorCallId, object>>> = {
  keepTillReport: { company: 'DEMO', outlet: 'KLCC', terminal: 'T1', shift: 'A', count: 2, total: '25.40' },
}

export const operatorEndpoints: readonly DescribedEndpoint[] = Object.entries(operatorApi).map(([name, row]) => {
  const call = name as OperatorCallId
  const [description, answer, example] = [operatorTexts[call], goodAnswers[call], exampleBodies[call]]
  const notes = {
    ...(description && { description }),
    ...(answer && { answers: { 200: answer } }),
    ...(example && { example }),
  }
  return { ...row, id: `operator.${name}`, path: `${operatorBase}${row.path}`, notes }
})
