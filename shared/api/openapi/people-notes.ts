import type { OperatorCall } from '../operator.ts'
import type { EndpointNotes } from './described-endpoint.ts'

const wrongPin =
  'A wrong PIN is 422 with `wrong_pin` at `/pin`. After five in a row there is a wait of 1, 2, 4 … 15 minutes: 429 with ' +
  '`Retry-After`, and no PIN is looked at. Wrong ones are counted by person and by who gave them, as far as this ' +
  'computer can tell: the desktop’s window, a user of the computer, or some program. After ten in a row a user’s or the ' +
  'window’s are refused with `pin_closed` until there is a new PIN. The count survives a restart, and a pause begins ' +
  'anew with it. Where there is a one-time code in place of a PIN this is `code_needed`.'

/** What the reference says of people, sessions, approvals and events. */
export const peopleNotes: Readonly<Partial<Record<OperatorCall, EndpointNotes>>> = {
  setup: { description: 'Says nothing of what is kept here.' },
  setUp: {
    description:
      'The code is printed where the gateway was started, and shown by the desktop, while there is no owner. The ' +
      'right one is taken however many wrong ones came before. Where an owner exists this is 404 `route_not_found`.',
  },
  peopleNames: {
    description:
      'Names and roles, to pick from before anybody signed in. Any process of this machine can read them, as anybody ' +
      'before the screen can; pages of other origins cannot.',
  },
  signIn: {
    description:
      'The token serves this API and the interface, with the scopes of the role. It is locked after `idle_lock_ms` ' +
      'without a request, and over after 12 hours, at a sign-out and at a restart of the gateway. A request with the ' +
      `header \`X-Unattended\`, which a screen sends by itself, does not count as one. ${wrongPin}`,
  },
  choosePin: {
    description:
      'The code is of the answer with which somebody was let in or given a new PIN; it lasts seven days and is used up. ' +
      'A wrong one is `wrong_code` at `/code`, and counts like a wrong PIN.',
  },
  changePin: { description: wrongPin },
  createPerson: {
    description:
      'The answer has the one-time code for the person, who chooses the PIN. `pin` is taken from the command line only.',
  },
  setPin: {
    description:
      'With `pin` an owner changes the own PIN. Without, the one there is opens nothing from now on, and the answer has ' +
      'a one-time code to hand over.',
  },
  session: { description: 'Does not count as a request that keeps the session from locking.' },
  unlock: { description: wrongPin },
  approve: {
    description:
      'Each `approval` goes into the header `X-Approval` of one void or cancellation by this very session. It is for ' +
      'that act and that record, as it is now, for a minute and once; the journal names both people. Anything else is ' +
      `403 \`insufficient_scope\`. ${wrongPin}`,
  },
  listDrafts: { description: 'For people who signed in; nobody sees those of somebody else.' },
  saveDraft: {
    description: 'With a GUID that the screen made up, so that a lost answer makes no second draft. At most 64 KB.',
  },
  events: {
    description:
      'For `fetch`, since EventSource sends no bearer. `changed` says which records changed, in order, with the `seq` to ' +
      'come back with as `after`; the first one comes at once and is empty. `standing` is how the gateway stands, when ' +
      'something of it changed, at most once a second. `ended` comes last where the session was locked or is over. A ' +
      'comment comes every 15 seconds. Who is 256 KB behind is cut off.',
    answers: { 200: 'The stream' },
  },
}
