import { Fault, type FaultEntry } from '../../../shared/catalogue/faults.ts'

export const validationFailed = (entries: readonly FaultEntry[]): Fault => new Fault('validation_failed', { entries })
