import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkPack } from '../../../electron/gateway/features/evidence/check-pack.ts'
import { formats, type Manifest } from '../../../electron/gateway/features/evidence/manifest.ts'
import { writePack } from '../../../electron/gateway/features/evidence/write-pack.ts'
import { evidenceCheck, evidenceCheckText } from '../../../electron/headless/cli/evidence.ts'

const lines = 5_000
const chain = 'a'.repeat(64)
/** Whose every line says something else than its hash was made of. */
function* chainText(): Generator<string> {
  for (let line = 1; line <= lines; line += 1) yield `${JSON.stringify({ line, chain, head: '{}' })}\n`
}

test('of a pack in which no line fits the first hundred are told, and how many more there are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resit-many-findings-'))
  const file = join(folder, 'pack.zip')
  const journal: Manifest['journal'] = {
    before: { line: 0, chain: '0'.repeat(64) },
    last: { line: lines, chain },
    period: { first: 1, last: lines },
    anchor: null,
    readable_to: lines,
    is_whole: true,
  }
  const common = { format: formats.masked, from: '2026-11-20', to: '2026-11-20', made_at: '', journal } as const
  try {
    await writePack(
      file,
      [
        { name: 'chain.ndjson', text: chainText() },
        { name: 'attempts.json', text: ['[]\n'] },
      ],
      (members) => ({ ...common, members: [...members] }),
    )
    const { findings, findingCount } = await checkPack(file)
    expect([findings.length, findingCount]).toEqual([100, lines])
    expect(findings[0]).toContain('line 1 of the journal')
    const told = evidenceCheckText(await evidenceCheck(file)).split('\n')
    expect([told.length, told.at(-1)]).toEqual([103, `… and ${lines - 100} more`])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
