import { expect, test } from 'vitest'
import { findingClasses, journalFinding, journalFindingCodes } from '../../shared/domain/journal-finding.ts'
import { findingText } from '../../shared/words/journal.ts'

test.each(journalFindingCodes)(
  'what a person reads of %s says that nothing is sent exactly where it stops sending',
  (code) => {
    const isStopped = findingClasses[code] === 'stops_sending'
    expect(
      findingText(journalFinding(code, { line: 1, record: 1, detail: 'x' }), 'en').includes('Nothing is sent'),
    ).toBe(isStopped)
  },
)
