import type { StepError, StepResult } from './ledger.ts'

/** With the real names of the steps (myinvois 2, E8). */
const steps = {
  duplicate: { name: 'Step03-Duplicated Submission Validator', code: 'Error03', ms: 'Penduaan Sub Validator' },
  codes: { name: 'Step04-Code Field Validator', code: 'Error04', ms: 'Pengesah Medan Kod Tidak Sah' },
  taxpayer: { name: 'Step05-Taxpayer Profile Validator', code: '', ms: 'Pengesah Profil Pembayar Cukai Tidak Sah' },
  references: {
    name: 'Step06-Document References Validator',
    code: 'Error06',
    ms: 'Pengesah Rujukan Dokumen Tidak Sah',
  },
  currency: { name: 'Step07-Document Currency Validator', code: 'Error07', ms: 'Pengesah Mata Wang Dokumen Tidak Sah' },
  signature: {
    name: 'Step08-Document Signature Validator',
    code: 'Error08',
    ms: 'Pengesah Tandatangan Dokumen Tidak Sah',
  },
} as const

export type StepId = keyof typeof steps

export interface Finding {
  readonly propertyName: string
  readonly propertyPath: string
  readonly errorCode: string
  readonly error: string
  readonly errorMs?: string
}

export const listVersionSteps = (version: string): readonly StepId[] =>
  (Object.keys(steps) as StepId[]).filter((step) => step !== 'signature' || version === '1.1' || version === '1.3')

export const stepNamesFor = (version: string): readonly string[] =>
  listVersionSteps(version).map((step) => steps[step].name)

/** Nested like the authority's: details are in `innerError` (myinvois 2, 4). */
export function stepResult(step: StepId, findings: readonly Finding[]): StepResult {
  const { name } = steps[step]
  const [first] = findings
  return first ? { status: 'Invalid', name, error: outerError(step, findings, first) } : { status: 'Valid', name }
}

function outerError(step: StepId, findings: readonly Finding[], first: Finding): StepError {
  const { name, code, ms } = steps[step]
  const [, number = '', title = ''] = /^(\w+)-(.*)$/.exec(name) ?? []
  const innerError = findings.map((finding) => ({ errorMs: finding.error, ...finding, innerError: null }))
  // The recorded duplicate has neither property nor number outside.
  if (step === 'duplicate')
    return { propertyName: null, propertyPath: null, errorCode: code, error: title, errorMs: ms, innerError }
  return {
    propertyName: first.propertyName,
    propertyPath: first.propertyPath,
    errorCode: code === '' ? first.errorCode : code,
    error: `${number}-Invalid ${title}`,
    errorMs: `${number}-${ms}`,
    innerError,
  }
}
