import type { EndpointNotes } from '../openapi.ts'
import type { people } from '../operator/people.ts'

const wrongPin =
  'A wrong PIN is 422 with `wrong_pin` at `/pin`. After five in a row the person has to wait 1, 2, 4 … 15 minutes: 429 ' +
  'with `Retry-After`, and no PIN is looked at. Others can sign in meanwhile. The count survives a restart, and a pause ' +
  'begins anew with it.'

/** What the reference says of people, sessions, approvals and events. */
export const peopleNotes: Readonly<Partial<Record<keyof typeof people, EndpointNotes>>> = {
  setup: { description: 'Says nothing of what is kept here.' },
  setUp: {
    description:
      'The code is printed where the gateway was started, and shown by the desktop, while there is no owner. After ten ' +
      'wrong ones there is a new one. Where an owner exists this is 404 `route_not_found`.',
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
