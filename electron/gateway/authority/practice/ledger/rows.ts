import type { LedgerDocument, ReceivedDocument, Status, StepResult } from './document.ts'

/** A row of `document`, but for the text, which is large and seldom asked for. */
export interface DocumentRow {
  readonly seq: number
  readonly uuid: string
  readonly submission_uid: string
  readonly long_id: string
  readonly internal_id: string
  readonly type_code: string
  readonly version: string
  readonly issuer_tin: string
  readonly supplier_tin: string
  readonly supplier_id_type: string
  readonly supplier_id: string
  readonly supplier_name: string
  readonly buyer_tin: string
  readonly buyer_id_type: string
  readonly buyer_id: string
  readonly buyer_name: string
  readonly intermediary_tin: string | null
  readonly created_by: string
  readonly issued_at: number
  readonly received_at: number
  readonly check_at: number
  readonly validated_at: number | null
  readonly status: Status
  readonly status_reason: string | null
  readonly cancelled_at: number | null
  readonly reject_requested_at: number | null
  readonly total_excluding_tax: string
  readonly total_discount: string
  readonly total_net: string
  readonly total_payable: string
  readonly sha256: string
  readonly steps: string
}

export const documentOf = (row: DocumentRow): LedgerDocument => ({
  seq: row.seq,
  uuid: row.uuid,
  submissionUid: row.submission_uid,
  longId: row.long_id,
  internalId: row.internal_id,
  typeCode: row.type_code,
  version: row.version,
  issuerTin: row.issuer_tin,
  supplier: {
    tin: row.supplier_tin,
    idType: row.supplier_id_type,
    idNumber: row.supplier_id,
    name: row.supplier_name,
  },
  buyer: { tin: row.buyer_tin, idType: row.buyer_id_type, idNumber: row.buyer_id, name: row.buyer_name },
  intermediaryTin: row.intermediary_tin,
  createdBy: row.created_by,
  issuedAt: row.issued_at,
  receivedAt: row.received_at,
  checkAt: row.check_at,
  validatedAt: row.validated_at,
  status: row.status,
  statusReason: row.status_reason,
  cancelledAt: row.cancelled_at,
  rejectRequestedAt: row.reject_requested_at,
  totals: {
    excludingTax: Number(row.total_excluding_tax),
    discount: Number(row.total_discount),
    net: Number(row.total_net),
    payable: Number(row.total_payable),
  },
  sha256: row.sha256,
  steps: JSON.parse(row.steps) as StepResult[],
})

type ReceivedRow = DocumentRow & { readonly text: string }

/** Columns a received document fills. */
export const receivedColumns = [
  'uuid',
  'internal_id',
  'type_code',
  'version',
  'issuer_tin',
  'supplier_tin',
  'supplier_id_type',
  'supplier_id',
  'supplier_name',
  'buyer_tin',
  'buyer_id_type',
  'buyer_id',
  'buyer_name',
  'intermediary_tin',
  'created_by',
  'issued_at',
  'total_excluding_tax',
  'total_discount',
  'total_net',
  'total_payable',
  'sha256',
  'text',
] as const satisfies readonly (keyof ReceivedRow)[]

/** Columns only the authority fills. */
export const ownColumns = [
  'seq',
  'submission_uid',
  'long_id',
  'received_at',
  'check_at',
  'validated_at',
  'status',
  'status_reason',
  'cancelled_at',
  'reject_requested_at',
  'steps',
] as const satisfies readonly (keyof DocumentRow)[]

export const rowOf = (document: ReceivedDocument): Pick<ReceivedRow, (typeof receivedColumns)[number]> => ({
  uuid: document.uuid,
  internal_id: document.internalId,
  type_code: document.typeCode,
  version: document.version,
  issuer_tin: document.issuerTin,
  supplier_tin: document.supplier.tin,
  supplier_id_type: document.supplier.idType,
  supplier_id: document.supplier.idNumber,
  supplier_name: document.supplier.name,
  buyer_tin: document.buyer.tin,
  buyer_id_type: document.buyer.idType,
  buyer_id: document.buyer.idNumber,
  buyer_name: document.buyer.name,
  intermediary_tin: document.intermediaryTin,
  created_by: document.createdBy,
  issued_at: document.issuedAt,
  total_excluding_tax: String(document.totals.excludingTax),
  total_discount: String(document.totals.discount),
  total_net: String(document.totals.net),
  total_payable: String(document.totals.payable),
  sha256: document.sha256,
  text: document.text,
})
