import { isPastRetention } from '../../../../shared/domain/archive-month.ts'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type Ask, first } from '../ask.ts'

/** What the blocks of a month hold of a chain. */
export interface MonthOfBlocks {
  readonly month: string
  readonly first_line: number
  readonly last_line: number
  readonly chain_before: Buffer
  readonly chain_after: Buffer
  readonly last_event: number
  readonly first_record: number
  readonly last_record: number
  readonly bytes: number
}

/** A row of `archive`: lines of a company's chain that the database relies on its blocks for. */
export interface ArchivedMonth extends MonthOfBlocks {
  readonly chain_id: number
  /** Code of the company. */
  readonly company: string
  readonly made_at: Instant
  readonly removed_to: number | null
  /** Whether its first block is there: a month that was detached has none. */
  readonly is_there: boolean
}

/** Rows of `archive` with what belongs to them; whoever asks says which. */
export const archivedMonths = `SELECT archive.*, company.code AS company,
    EXISTS (SELECT 1 FROM archive_block block WHERE block.month = archive.month
      AND block.chain_id = archive.chain_id AND block.first_line = archive.first_line) AS is_there
  FROM archive JOIN company ON company.id = archive.chain_id`

const inOrder = 'ORDER BY month, company, first_line'

export const monthsOf = (ask: Ask): Promise<readonly ArchivedMonth[]> =>
  ask<ArchivedMonth>(`${archivedMonths} ${inOrder}`)

/** The oldest of which rows are still being taken away. */
export const unfinishedMonth = (ask: Ask): Promise<ArchivedMonth | undefined> =>
  first(ask<ArchivedMonth>(`${archivedMonths} WHERE removed_to IS NOT NULL ${inOrder} LIMIT 1`))

/** The one that has a line of a chain. */
export const monthWith = (ask: Ask, chainId: number, line: number): Promise<ArchivedMonth | undefined> =>
  first(
    ask<ArchivedMonth>(`${archivedMonths} WHERE chain_id = $1 AND first_line <= $2 AND last_line >= $2`, chainId, line),
  )

/** The newest of a chain. */
export const lastMonthOf = (ask: Ask, chainId: number): Promise<ArchivedMonth | undefined> =>
  first(ask<ArchivedMonth>(`${archivedMonths} WHERE chain_id = $1 ORDER BY first_line DESC LIMIT 1`, chainId))

/** What it is called, to people too; begins with its month. */
export const nameOf = ({ month, company, first_line }: ArchivedMonth): string => `${month} ${company} ${first_line}`

/** Its blocks are not in the database any more, and the law asks for them no more either: whoever took them was free to. */
export const isDetached = (row: ArchivedMonth, now: Instant): boolean =>
  !row.is_there && isPastRetention(row.month, now)

/** What is told of one that cannot be read. @returns nothing of one that was detached after its time */
export const lostIn = (row: ArchivedMonth, now: Instant): readonly JournalFinding[] =>
  isDetached(row, now) ? [] : [finding('archive_lost', { line: row.first_line, detail: nameOf(row) })]
