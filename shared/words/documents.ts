import type { Family, Kind } from '../domain/record.ts'
import type { Status } from '../domain/status.ts'
import type { Language } from './words.ts'

/** Names of statuses, kinds and families, the same on screens and on paper. */
export const statusAndKindNames: Readonly<Record<Language, Readonly<Record<Status | Kind | Family, string>>>> = {
  en: {
    Pending: 'Not sent yet',
    InProgress: 'Being checked',
    Valid: 'Valid',
    Invalid: 'Refused',
    Cancelled: 'Cancelled',
    Voided: 'Voided',
    sale: 'Sale',
    self_billed: 'Self-billed',
    invoice: 'Invoice',
    credit_note: 'Credit note',
    debit_note: 'Debit note',
    refund_note: 'Refund note',
  },
  ms: {
    Pending: 'Belum dihantar',
    InProgress: 'Sedang disemak',
    Valid: 'Sah',
    Invalid: 'Ditolak',
    Cancelled: 'Dibatalkan',
    Voided: 'Dimansuhkan',
    sale: 'Jualan',
    self_billed: 'Bil kendiri',
    invoice: 'Invois',
    credit_note: 'Nota kredit',
    debit_note: 'Nota debit',
    refund_note: 'Nota bayaran balik',
  },
  zh: {
    Pending: '尚未发送',
    InProgress: '正在核对',
    Valid: '有效',
    Invalid: '被拒绝',
    Cancelled: '已取消',
    Voided: '已作废',
    sale: '销售',
    self_billed: '自开单',
    invoice: '发票',
    credit_note: '贷记单',
    debit_note: '借记单',
    refund_note: '退款单',
  },
}
