import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { filesIn } from '../../electron/gateway/installation/data-dir.ts'
import { evidenceApart } from '../../electron/gateway/installation/evidence-apart.ts'
import { headerOf, pathOf } from '../../electron/gateway/store/journal/files.ts'
import { type Frame, frameOf, origin } from '../../electron/gateway/store/kept/frame.ts'
import { noon } from '../support/records.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'resit-evidence-left-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const maker = () => {
  const dataDir = filesIn(folder)
  return evidenceApart({ dataDir, journalDir: null }, dataDir.evidence)
}
const evidenceLeft = () => readdirSync(folder).filter((name) => name.startsWith('evidence'))
const left = (name: string) => writeFileSync(join(folder, name), 'what was sold')
const others = ['evidence.zip.kept', 'evidence-july.zip']

/** So many lines that a pack of them takes its time. */
function writeJournal(lines: number): void {
  const { journal } = filesIn(folder)
  mkdirSync(journal)
  const frames: Frame[] = []
  for (let line = 1; line <= lines; line += 1) {
    const head = JSON.stringify({ line, at: noon, by: 'person:Aini', type: 'something', facts: {} })
    frames.push(frameOf(frames.at(-1)?.chain ?? origin, head, null))
  }
  const header = headerOf({ file: 1, line: 0, chain: origin })
  writeFileSync(pathOf(journal, 1), Buffer.concat([header, ...frames.map(({ bytes }) => bytes)]))
}

describe('of evidence nothing is left behind', () => {
  test('by a gateway that was killed while it was made: the next one takes away what is there, and nothing else', () => {
    for (const name of ['evidence.zip', 'evidence.zip.0123456789ab.part', 'evidence.zip.ba9876543210.part', ...others])
      left(name)
    maker()
    expect(evidenceLeft().toSorted()).toEqual(others.toSorted())
  })

  test('and what cannot be taken away keeps no gateway from its start', () => {
    mkdirSync(join(folder, 'evidence.zip', 'full'), { recursive: true })
    left('evidence.zip.0123456789ab.part')
    maker()
    expect(evidenceLeft()).toEqual(['evidence.zip'])
  })

  test('when it is stopped in the middle', async () => {
    writeJournal(20_000)
    const making = maker()
    const day = { from: '2026-11-20', to: '2026-11-20', company: null }
    const ended = making.make(day, noon, () => undefined).catch((cause: unknown) => cause)
    while (evidenceLeft().length === 0) await turn()
    await making.stop()
    expect(await ended).toBeDefined()
    expect(evidenceLeft()).toEqual([])
  })
})
