import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataPathsIn } from '../../electron/gateway/installation/data-dir.ts'
import { SealedHead } from '../../electron/gateway/installation/sealed-head.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { freshFile } from '../support/database-file.ts'

const here = freshFile()
const file = (name: string) => join(here.directory, name)

const seal = { installation: 'one', key: 'known to nobody else' }

const placed = () => ({ folder: here.directory, dataDir: dataPathsIn(here.directory) })

/** Code that writes a file under a temporary name, which another program could guess. */
const writers: Record<string, readonly [guessed: string, write: () => unknown]> = {
  'a secret': ['secrets.json.new', () => secretsInFile(file('secrets.json')).set('password', 'mine')],
  'the sealed head': ['one.json.new', () => new SealedHead(placed(), seal).note({ line: 1, chain: '00', session: 1 })],
}

test.each(Object.entries(writers))(
  '%s is never written through a link that somebody put there (SE1)',
  async (_what, each) => {
    const [guessed, write] = each
    writeFileSync(file('somebody-elses'), 'theirs')
    symlinkSync(file('somebody-elses'), file(guessed))
    await write()
    expect(readFileSync(file('somebody-elses'), 'utf8')).toBe('theirs')
  },
)
