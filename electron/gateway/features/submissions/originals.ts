import { type Finding, finding } from '../../../../shared/document/finding.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { type Originals, originalsOf } from '../../../../shared/domain/decide-hold.ts'
import { sees } from '../../../../shared/domain/outlet.ts'
import type { Family } from '../../../../shared/domain/record.ts'
import type { Caller } from '../../http/access.ts'
import type { Records, Stored } from '../../store/port/records.ts'

export interface ResolvedOriginals {
  /** Those kept here. */
  readonly here: readonly Stored[]
  readonly state: Originals
  /** All of them went, or will go, to the general public: the note needs no buyer (contract 5). */
  readonly areConsolidated: boolean
}

interface Owner {
  readonly companyGuid: string
  /** Who submits the note. */
  readonly caller: Caller
  readonly family: Family
  /** The note as it is kept, where this corrects it. */
  readonly corrected: Stored | null
}

/** Looks up what a note refers to; what cannot be referred to is added to `findings`. */
export async function resolveOriginals(
  { originals = [] }: Sale,
  owner: Owner,
  records: Records,
  findings: Finding[],
): Promise<ResolvedOriginals> {
  const here: Stored[] = []
  const names = new Set<string>()
  for (const [at, { saleGuid, documentNumber, authorityUuid }] of originals.entries()) {
    const name = saleGuid ?? `${documentNumber} ${authorityUuid}`
    if (names.has(name)) findings.push(finding(['originals', at], 'original_repeated'))
    names.add(name)
    if (saleGuid === undefined) continue
    const stored = await records.byGuid(saleGuid)
    const fault = faultOf(stored, owner) ?? ((await isCircle(stored, owner, records)) ? 'original_itself' : null)
    if (fault) findings.push(finding(['originals', at, 'saleGuid'], fault))
    else if (stored) here.push(stored)
  }
  const areConsolidated = here.length > 0 && here.length === originals.length && here.every(isConsolidated)
  return { here, state: originalsOf(here.map(({ record }) => record)), areConsolidated }
}

const isConsolidated = ({ record }: Stored) => record.consolidated || record.consolidatedInto !== null

/** Only a correction can close one: each would wait for the other for ever. */
async function isCircle(original: Stored | null, { corrected }: Owner, records: Records): Promise<boolean> {
  if (!corrected || !original) return false
  const reached = new Map([[original.seq, original]])
  // What is added while it is walked is walked too.
  for (const seq of reached.keys())
    for (const further of await records.originals(seq)) reached.set(further.seq, further)
  return reached.has(corrected.seq)
}

function faultOf(stored: Stored | null, owner: Owner) {
  const record = stored?.record
  const isOwn = sees(owner.caller, record) && record.companyGuid === owner.companyGuid
  if (!record || !isOwn || record.family !== owner.family) return 'original_unknown'
  if (record.phase === 'voided') return 'original_voided'
  return record.phase === 'cancelled' ? 'original_cancelled' : null
}
