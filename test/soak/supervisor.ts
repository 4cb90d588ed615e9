import type { z } from 'zod'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import type { recordListSchema } from '../../shared/api/operator/record-list.ts'
import type { Phone } from './phone.ts'

type Listed = z.output<typeof recordListSchema>['items'][number]

const needsWord = ['conflict', 'in_doubt_expired']

/** Settles documents that need a person, by what the authority's portal shows. */
export class Supervisor {
  /** Counts by decision and answer. */
  readonly decisions = new Map<string, number>()
  readonly #phone: Phone
  readonly #practice: Practice

  constructor(phone: Phone, practice: Practice) {
    this.#phone = phone
    this.#practice = practice
  }

  /** @returns how many documents still need a person */
  async settle(): Promise<number> {
    const waiting: Listed[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const place: string = before === undefined ? '' : `&before=${before}`
      const { status, body } = await this.#phone.operate<z.output<typeof recordListSchema>>(
        'GET',
        `/records?concern=attention&page_size=100${place}`,
      )
      if (status !== 200) break
      waiting.push(...body.items.filter(({ record }) => needsWord.includes(record.ATTENTION?.CODE ?? '')))
      before = body.next
    }
    for (const each of waiting) await this.#decide(each)
    return waiting.length
  }

  async #decide({ version, record }: Listed): Promise<void> {
    const there = this.#practice.ledger
      .documents()
      .find(({ internalId, status }) => internalId === record.DOCUMENT_NUMBER && status !== 'Invalid')
    const as = there ? 'found' : 'not_received'
    const answer = await this.#phone.operate<{ readonly code?: string }>(
      'POST',
      `/records/${record.SALE_GUID}/resolution`,
      {
        as,
        evidence: 'Looked on the portal',
        version,
        ...(there && { AUTHORITY_UUID: there.uuid }),
      },
    )
    const said = `${as} ${answer.status}${answer.body.code ? ` ${answer.body.code}` : ''}`
    this.decisions.set(said, (this.decisions.get(said) ?? 0) + 1)
  }
}
