import { z } from 'zod'
import { answer, ask, text, timeSchema, toError } from '../../document/fields.ts'
import { environmentKinds, myInvoisEnvironments } from '../../domain/installation.ts'
import type { OperatorRow } from '../axes.ts'
import { emptyRequestSchema } from '../shapes/asks.ts'
import { companyRequestSchema, companySavedSchema, credentialsRequestSchema } from './companies.ts'
import { doctorSchema } from './upkeep.ts'

const name = z.enum(environmentKinds)

const installations = answer('Installations', {
  here: name.nullable().describe('Where this gateway works; null where an administrator named it'),
  restored: answer('PutBack', {
    at: timeSchema,
    file: z.string().nullable().describe('Null for the continuous copy'),
    refusal: z.enum(['not_ours', 'newer_version', 'unsafe', 'failed']).nullable(),
  })
    .nullable()
    .describe('The last backup that was put back since the start, or why it was not'),
  items: z.array(
    answer('Installation', {
      name: z.enum(myInvoisEnvironments),
      company: z.record(z.string(), z.unknown()).nullable().describe('The company’s profile, as it was last saved'),
      has_credentials: z.boolean().describe('Whether it can sign in'),
      has_certificate: z.boolean().describe('Whether it signs its documents'),
      checked_at: timeSchema.nullable().describe('When a check last found everything in order'),
      used_at: timeSchema.nullable().describe('When it was first started; set up on its own screens since'),
    }),
  ),
})

const installationParams = z.object({
  name: z.enum(myInvoisEnvironments).describe('Which one is set up'),
})

const restoring = answer('Restoring', { file: z.string().nullable() })

const practiceFaultAsk = z
  .looseObject({ kind: z.string().min(1, toError('too_short')) })
  .meta({ id: 'PracticeFaultAsk', description: 'A fault to rehearse; `{"kind":"none"}` ends it' })
const practiceFault = answer('PracticeFault', { kind: z.string() })

const prepares = {
  scope: 'admin',
  params: installationParams,
  faults: ['route_not_found', 'installation_denied'],
} as const

export const installationsRows = {
  installations: {
    path: '/installations',
    scope: 'admin',
    summary: 'Where this gateway works, and how far sandbox and production are set up',
    answers: { 200: installations },
  },
  prepareCompany: {
    path: '/installations/{name}/company',
    ...prepares,
    ownerPin: 'settings',
    summary: 'Save the company of an installation that was not started yet',
    body: companyRequestSchema,
    answers: { 200: companySavedSchema },
  },
  prepareCredentials: {
    path: '/installations/{name}/credentials',
    ...prepares,
    ownerPin: 'each',
    summary: 'With what an installation that was not started yet signs in and signs documents',
    body: credentialsRequestSchema,
    answers: { 200: companySavedSchema },
    faults: ['route_not_found', 'company_not_found', 'installation_denied'],
  },
  checkInstallation: {
    path: '/installations/{name}/check',
    ...prepares,
    summary: 'Ask MyInvois whether an installation that was not started yet can work',
    body: emptyRequestSchema,
    answers: { 200: doctorSchema },
  },
  chooseInstallation: {
    path: '/installations/choice',
    scope: 'admin',
    ownerPin: 'each',
    summary: 'Go on in another installation: this gateway ends and begins again there',
    body: ask('InstallationAsk', { installation: name }),
    answers: { 200: answer('InstallationChosen', { installation: name }) },
    faults: ['installation_denied'],
  },
  restore: {
    path: '/restore',
    scope: 'admin',
    ownerPin: 'each',
    summary:
      'Put a backup or the continuous copy in the place of the database: this gateway ends for it and begins again',
    body: ask('RestoreAsk', { file: text(1000).nullable().describe('A backup; null for the continuous copy') }),
    answers: { 200: restoring },
    faults: ['installation_denied'],
  },
  practiceFault: {
    path: '/practice/fault',
    scope: 'admin',
    summary: 'Let the practice authority misbehave, to rehearse',
    body: practiceFaultAsk,
    answers: { 200: practiceFault },
    faults: ['route_not_found'],
  },
} as const satisfies Record<string, OperatorRow>
