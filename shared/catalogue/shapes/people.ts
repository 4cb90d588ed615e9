import { z } from 'zod'
import { faultOfPin } from '../../domain/pin.ts'
import { families, kinds } from '../../domain/record.ts'
import { statuses } from '../../domain/status.ts'
import { languages } from '../../words/words.ts'
import { approvableActs, roleNames, scopes } from '../scopes.ts'
import { guid, isGuid, keyText, says } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const role = z.enum(roleNames)
const roleAsk = z.enum(roleNames, says('not_listed'))
const language = z.enum(languages).nullable().meta({ description: 'Null where the person chose none' })
const languageAsk = z.enum(languages, says('not_listed')).nullish()

/** The journal says `person:<name>`; with a colon in it a name could pass for two people. */
const personName = keyText(60).refine((name) => !name.includes(':'), says('bad_name'))

/** One that is entered: whether it is right is the only question. */
const pin = z.string().min(1, says('too_short')).max(64, says('too_long')).meta({ description: 'PIN' })

/** One that is chosen. */
const newPin = z
  .string()
  .check(({ value, issues }) => {
    const fault = faultOfPin(value)
    if (fault !== null) issues.push({ code: 'custom', message: fault, input: value })
  })
  .meta({ description: '6 to 12 digits, and none of the PINs that are tried first (123456, 000000)' })

/** Taken from the command line, and from an owner for the own PIN; everybody else chooses one with the code. */
const handedPin = newPin.nullish().meta({
  description: 'Left out: the person chooses it with the one-time code of the answer',
})

const operatorAsk = keyText(60).meta({ description: 'Id or name of the person' })

export const setupStanding = z
  .object({
    needed: z.boolean().meta({ description: 'Whether there is no owner yet' }),
    authority: z.enum(['practice', 'myinvois', 'gateway']),
    environment: z.string().nullable().meta({ description: 'Of MyInvois: sandbox, production or an address' }),
    app_version: z.string(),
  })
  .meta({ id: 'SetupStanding' })

export const setupAsk = z
  .strictObject({
    code: z.string().min(1, says('too_short')).max(40, says('too_long')).meta({
      description: 'The set-up code that the gateway printed; case, spaces and hyphens do not matter',
    }),
    name: personName,
    pin: newPin,
    language: languageAsk,
  })
  .meta({ id: 'SetupAsk' })

export const names = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          name: z.string(),
          role,
          needs_code: z.boolean().meta({ description: 'Has no PIN yet and chooses one with a one-time code' }),
        })
        .meta({ id: 'PersonName' }),
    ),
  })
  .meta({ id: 'PersonNames' })

export const signInAsk = z.strictObject({ operator: operatorAsk, pin }).meta({ id: 'SignInAsk' })

const sessionFields = {
  operator: z.object({ id: z.string(), name: z.string(), language }),
  role,
  scopes: z.array(z.enum(scopes)),
  idle_lock_ms: count.meta({ description: 'After so long without a request that counts the session is locked' }),
  locked: z.boolean().meta({ description: 'Until the PIN is entered the token opens nothing but this' }),
  ends_at: at.meta({ description: 'When it is over in any case' }),
  copy_key: z.string().nullable().meta({
    description:
      'Under which a screen keeps what this person types until the gateway has it: 32 bytes in base64; null while locked',
  }),
}
export const session = z.object(sessionFields).meta({ id: 'Session' })
export const newSession = z
  .object({ token: z.string().meta({ description: '`rss_` and 43 characters; shown this once' }), ...sessionFields })
  .meta({ id: 'NewSession' })

const oneTimeCode = z
  .string()
  .min(1, says('too_short'))
  .max(40, says('too_long'))
  .meta({ description: 'The one-time code; case, spaces and hyphens do not matter' })
export const choosePinAsk = z
  .strictObject({ operator: operatorAsk, code: oneTimeCode, pin: newPin })
  .meta({ id: 'ChoosePinAsk' })
export const changePinAsk = z.strictObject({ pin, new_pin: newPin }).meta({ id: 'ChangePinAsk' })

export const unlockAsk = z.strictObject({ pin }).meta({ id: 'UnlockAsk' })
export const nothingAsk = z.strictObject({}).meta({ id: 'NothingAsk' })
export const signedOut = z.object({ signed_out: z.literal(true) }).meta({ id: 'SignedOut' })

export const personParams = z.object({ id: guid.meta({ description: 'Id of the person' }) })

const personFields = {
  id: z.string(),
  name: z.string(),
  role,
  language,
  created_at: at,
  disabled_at: at.nullable().meta({ description: 'Since when the person cannot sign in' }),
  wrong_pins: count.meta({
    description: 'The most in a row at one place, since the PIN was last right; from 5 on there are pauses',
  }),
  code_until: at.nullable().meta({ description: 'Until when there is a one-time code in place of a PIN' }),
}
export const person = z.object(personFields).meta({ id: 'Person' })
export const personWithCode = z
  .object({
    ...personFields,
    one_time_code: z.string().nullable().meta({
      description: 'One-time code to hand over to the person, shown this once; null where a PIN was set',
    }),
  })
  .meta({ id: 'PersonWithCode' })
export const people = z.object({ items: z.array(person) }).meta({ id: 'People' })

export const newPersonAsk = z
  .strictObject({ name: personName, role: roleAsk, pin: handedPin, language: languageAsk })
  .meta({ id: 'NewPersonAsk' })
export const newPinAsk = z.strictObject({ pin: handedPin }).meta({ id: 'NewPinAsk' })
export const newRoleAsk = z.strictObject({ role: roleAsk }).meta({ id: 'NewRoleAsk' })

const mostApproved = 100

export const approvalsAsk = z
  .strictObject({
    act: z.enum(approvableActs, says('not_listed')),
    records: z
      .array(
        z.strictObject({
          SALE_GUID: guid,
          VERSION: z.int(says('wrong_type')).min(1, says('out_of_range')).nullish().meta({
            description: 'As the person saw it, from the feed of events; refused where the record is another by now',
          }),
        }),
      )
      .min(1, says('required'))
      .max(mostApproved, says('too_many')),
    supervisor: operatorAsk,
    pin,
  })
  .meta({ id: 'ApprovalsAsk' })

export const approvals = z
  .object({
    by: z.string().meta({ description: 'As the journal will say' }),
    items: z.array(
      z
        .object({
          SALE_GUID: z.string(),
          VERSION: z.int(),
          approval: z.string().meta({ description: 'For the header `X-Approval` of that one act; shown this once' }),
          expires_at: at,
        })
        .meta({ id: 'Approval' }),
    ),
  })
  .meta({ id: 'Approvals' })

export const draftParams = z.object({
  id: z.string().refine(isGuid).toLowerCase().meta({ description: 'Id of the draft', format: 'uuid' }),
})
const anyObject = z.record(z.string(), z.unknown())
export const draftAsk = z
  .strictObject({
    body: anyObject.meta({ description: 'Any JSON object' }),
    seen: at.nullish().meta({
      description: 'Its `updated_at` as the screen knows it, null for a new one; refused where it has changed since',
    }),
  })
  .meta({ id: 'DraftAsk' })
const draftFields = { id: z.string(), created_at: at, updated_at: at }
export const draft = z.object({ ...draftFields, body: anyObject }).meta({ id: 'Draft' })
export const drafts = z.object({ items: z.array(draft) }).meta({ id: 'Drafts' })
export const draftDone = z.object({ id: z.string(), done: z.boolean() }).meta({ id: 'DraftDone' })

export const eventsQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'The `seq` of the last event that was seen; absent for from now on' }),
})

/** An event `changed` of the stream: records that changed, in the order of their last change. */
export const changedEvent = z.object({
  seq: count,
  items: z.array(
    z.object({
      SALE_GUID: z.string(),
      FAMILY: z.enum(families),
      KIND: z.enum(kinds),
      STATUS: z.enum(statuses),
      VERSION: z.int(),
    }),
  ),
})
export type ChangedEvent = z.output<typeof changedEvent>

/** An event `standing` of the stream: how the gateway stands, in the reader's language. */
export const standingEvent = z.object({
  verdict: z.enum(['good', 'warning', 'bad']),
  sentence: z.string(),
  unsent: count.nullable(),
  in_doubt: count.nullable(),
  window_closing: count.nullable(),
  oldest_unsent_at: at.nullable(),
  last_contact_at: at.nullable(),
})
export type StandingEvent = z.output<typeof standingEvent>

export const events = z.string().meta({ id: 'Events', description: 'Server-sent events' })
