import { z } from 'zod'
import { answer, ask, timeSchema, toError } from '../../document/fields.ts'
import { emailSchema } from '../../document/party.ts'
import { languages } from '../../words/words.ts'
import { type OperatorRow, readsOwnSales } from '../axes.ts'
import { recordParamsSchema } from '../shapes/record.ts'

const address = emailSchema.describe('Where it goes')
const emailOrNone = z
  .string()
  .refine((text) => text === '' || emailSchema.safeParse(text).success, toError('bad_email'))
const quietHours = /^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/

export const mailSettingsShape = {
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{0,253}$/, toError('bad_text'))
    .describe('The mail server. Empty for none: nothing is sent'),
  port: z
    .int()
    .min(1, toError('out_of_range'))
    .max(65_535, toError('out_of_range'))
    .describe('465 for TLS from the first byte; at any other, such as 587, STARTTLS is required'),
  user: z.string().max(200, toError('too_long')).describe('Empty if the server asks for none'),
  sender: emailOrNone.describe('From whom the messages are'),
  language: z.enum(languages, toError('not_listed')).describe('Of the messages, and of the PDF in them'),
  automatic: z.boolean().describe('Whether each e-invoice is sent as soon as it is Valid, if its buyer has an address'),
  alerts_to: emailOrNone.describe(
    'Who is told of alerts, once when one begins and once when it ends. Empty for no one',
  ),
  quiet_hours: z
    .string()
    .regex(quietHours, toError('bad_quiet_hours'))
    .describe('Like `22:00-07:00`: only urgent alerts are told by e-mail and webhook. Empty for none'),
}

const settings = answer('MailSettings', mailSettingsShape)

const mails = answer('MailsOfRecord', {
  is_set_up: z.boolean().describe('Whether there is a mail server'),
  items: z.array(
    answer('MailOfRecord', {
      address: z.string().describe('Where it goes'),
      state: z
        .enum(['waiting', 'sending', 'sent', 'failed', 'unknown'])
        .describe('`failed`: refused for good. `unknown`: it may have left, and is not sent again by itself'),
      at: timeSchema.describe(
        'When it was last tried: if it was sent, when. Before the first try when it was asked for',
      ),
      reason: z.string().nullable().describe('What the mail server said to a try that failed'),
    }),
  ),
})

export const mailRows = {
  mailSettings: {
    path: '/mail',
    scope: 'admin',
    summary: 'The mail server, without its password',
    answers: { 200: settings },
  },
  setMail: {
    path: '/mail',
    scope: 'admin',
    ownerPin: 'settings',
    summary: 'Set the mail server, whether e-invoices are sent by themselves, and who is told of alerts',
    body: ask('MailSettingsRequest', {
      ...mailSettingsShape,
      password: z
        .string()
        .max(500, toError('too_long'))
        .nullish()
        .describe('Absent for the one before, which stays only with the same host and user'),
    }),
    answers: { 200: settings },
  },
  testMail: {
    path: '/mail/test',
    scope: 'admin',
    ownerPin: 'settings',
    summary: 'Send a test message now',
    body: ask('MailTestRequest', { address }),
    answers: { 200: answer('MailTested', { reason: z.string().nullable().describe('Null if the server took it') }) },
  },
  mailsOfRecord: {
    path: '/records/{guid}/mail',
    ...readsOwnSales,
    summary: 'To whom an e-invoice was sent by e-mail, the newest first',
    params: recordParamsSchema,
    answers: { 200: mails },
    faults: ['record_not_found'],
  },
  sendMail: {
    path: '/records/{guid}/mail',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'Send a valid e-invoice by e-mail as soon as the mail server takes it',
    params: recordParamsSchema,
    body: ask('MailRequest', { address }),
    answers: { 200: mails },
    faults: ['record_not_found', 'no_validation_link', 'mail_denied'],
  },
} as const satisfies Record<string, OperatorRow>
