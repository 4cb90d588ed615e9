import type { AuthorityError } from '../../../shared/domain/record.ts'

const noMessage = 'The tax authority gave no reason.'

/**
 * Why a document was refused, for a person to read: at least one error, and none without a message.
 * @param code of the one that stands for no errors at all
 */
export function reasonsFrom(told: readonly AuthorityError[], code = ''): readonly AuthorityError[] {
  const errors = told.length > 0 ? told : [{ code, message: '', field: '' }]
  return errors.map((error) => (error.message.trim() === '' ? { ...error, message: noMessage } : error))
}
