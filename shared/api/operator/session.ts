import { z } from 'zod'
import { answer, ask, countSchema, keyText, toError } from '../../document/fields.ts'
import { environmentKinds } from '../../domain/installation.ts'
import { faultOfPin } from '../../domain/pin.ts'
import { languages } from '../../words/words.ts'
import type { OperatorRow } from '../axes.ts'
import { roleNames, scopes } from '../scopes.ts'
import { emptyRequestSchema } from '../shapes/asks.ts'

export const roleSchema = z.enum(roleNames)

export const chosenLanguageSchema = z.enum(languages).nullable().describe('Null where the person chose none')
export const optionalLanguageSchema = z.enum(languages, toError('not_listed')).nullish()

/** The journal writes `person:<name>`, so a name with a colon could look like two people. */
export const personNameSchema = keyText(60).refine((name) => !name.includes(':'), toError('bad_name'))

/** A PIN at sign-in is only compared, so every form is accepted. */
export const enteredPinSchema = z.string().min(1, toError('too_short')).max(64, toError('too_long')).describe('PIN')

export const newPinSchema = z
  .string()
  .check(({ value, issues }) => {
    const fault = faultOfPin(value)
    if (fault !== null) issues.push({ code: 'custom', message: fault, input: value })
  })
  .describe('4 to 12 digits, and none of the PINs that are tried first (123456, 000000)')

export const personIdOrNameSchema = keyText(60).describe('Id or name of the person')

export const setupStateSchema = answer('SetupStanding', {
  needed: z.boolean().describe('Whether there is no owner yet'),
  mode: z.enum(environmentKinds).nullable().describe('Practice, sandbox or production; null for anything else'),
  authority: z.enum(['practice', 'myinvois', 'gateway']).describe('practice, myinvois or gateway'),
  environment: z.string().nullable().describe('Of MyInvois: sandbox, production or an address'),
  app_version: z.string(),
  rehearsed: z.array(z.string()).describe('Kinds of the faults that the practice authority has now'),
})

const setupAsk = ask('SetupAsk', {
  code: z
    .string()
    .min(1, toError('too_short'))
    .max(40, toError('too_long'))
    .describe('The set-up code that the gateway printed; case, spaces and hyphens do not matter'),
  name: personNameSchema,
  pin: newPinSchema,
  language: optionalLanguageSchema,
})

const names = answer('PersonNames', {
  items: z.array(
    answer('PersonName', {
      id: z.string(),
      name: z.string(),
      role: roleSchema,
      pin_digits: z
        .int()
        .nullable()
        .describe('After the last of so many a screen signs in; null: no PIN, but a one-time code'),
    }),
  ),
})

export const outletKeySchema = ask('OutletNamed', {
  company: keyText().describe('COMPANY_CODE'),
  outlet: keyText().describe('OUTLET_NAME'),
})

export const onlyOutletsSchema = z
  .array(outletKeySchema)
  .optional()
  .describe('The only outlets whose sales the person sees; left out for people who see all')

const sessionFields = {
  operator: z.object({ id: z.string(), name: z.string(), language: chosenLanguageSchema }).describe('Who signed in'),
  role: roleSchema,
  scopes: z.array(z.enum(scopes)),
  outlets: onlyOutletsSchema,
  companies: z
    .array(z.object({ code: z.string().describe('COMPANY_CODE'), time_zone: z.string() }))
    .describe('Whose sales the person may see, and by what clock they live'),
  idle_lock_ms: countSchema.describe('After so long without a request that counts the session is locked'),
  locked: z.boolean().describe('Until the PIN is entered the token opens nothing but this'),
  copy_key: z
    .string()
    .nullable()
    .describe(
      'Under which a screen keeps what this person types until the gateway has it: 32 bytes in base64; null while locked',
    ),
}
export const sessionSchema = z.object(sessionFields).meta({ id: 'Session' })
export const newSessionSchema = answer('NewSession', {
  token: z.string().describe('`rss_` and 43 characters; shown this once'),
  ...sessionFields,
})

const oneTimeCode = z
  .string()
  .min(1, toError('too_short'))
  .max(40, toError('too_long'))
  .describe('The one-time code; case, spaces and hyphens do not matter')

export const sessionRows = {
  setup: {
    path: '/setup',
    scope: 'open',
    summary: 'Whether the first owner is still to be made, and whose practice or authority this is',
    answers: { 200: setupStateSchema },
  },
  setUp: {
    path: '/setup',
    scope: 'open',
    summary: 'Make the first owner with the set-up code, and sign in',
    body: setupAsk,
    answers: { 200: newSessionSchema },
    faults: ['route_not_found'],
  },
  peopleNames: {
    path: '/people/names',
    scope: 'open',
    summary: 'Who can sign in: names to pick from',
    answers: { 200: names },
  },
  signIn: {
    path: '/sign_in',
    scope: 'open',
    summary: 'Sign in with a PIN',
    body: ask('SignInAsk', { operator: personIdOrNameSchema, pin: enteredPinSchema }),
    answers: { 200: newSessionSchema },
  },
  choosePin: {
    path: '/sign_in/code',
    scope: 'open',
    summary: 'Choose a PIN with the one-time code that an owner handed over, and sign in',
    body: ask('ChoosePinAsk', { operator: personIdOrNameSchema, one_time_code: oneTimeCode, pin: newPinSchema }),
    answers: { 200: newSessionSchema },
  },
  signOut: {
    path: '/sign_out',
    scope: 'person',
    summary: 'End the session',
    body: emptyRequestSchema,
    answers: { 200: answer('SignedOut', { signed_out: z.literal(true) }) },
  },
  session: {
    path: '/session',
    scope: 'person',
    summary: 'Who is signed in, and whether the session is locked',
    answers: { 200: sessionSchema },
  },
  lock: {
    path: '/session/lock',
    scope: 'person',
    summary: 'Lock the session until the PIN is entered',
    body: emptyRequestSchema,
    answers: { 200: sessionSchema },
  },
  unlock: {
    path: '/session/unlock',
    scope: 'person',
    summary: 'Unlock the session with the PIN of who signed in',
    body: ask('UnlockAsk', { pin: enteredPinSchema }),
    answers: { 200: sessionSchema },
  },
  changePin: {
    path: '/session/pin',
    scope: 'person',
    summary: 'Choose another PIN, with the one there is; other open sessions of the person end',
    body: ask('ChangePinAsk', { pin: enteredPinSchema, new_pin: newPinSchema }),
    answers: { 200: sessionSchema },
  },
} as const satisfies Record<string, OperatorRow>
