import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { freshFile } from '../support/database-file.ts'

const place = freshFile()
const file = () => join(place.directory, 'secrets.json')

test.each(['', '\n', '\0\0\0\0'])(
  'a file of secrets that a power cut emptied (%j) has none, and takes new ones (JR3)',
  async (text) => {
    writeFileSync(file(), text)
    const secrets = secretsInFile(file())
    expect(await secrets.get('journal_seal')).toBeNull()
    await secrets.set('one', 'kept')
    expect(await secrets.get('one')).toBe('kept')
  },
)

test.each(['{"journal_seal":', '[]', '{"a":1}'])(
  'one that holds something else (%s) is told of by its name and never written over (JR3)',
  async (text) => {
    writeFileSync(file(), text)
    const secrets = secretsInFile(file())
    await expect(secrets.get('one')).rejects.toThrow(/secrets\.json cannot be read as Resit wrote it/)
    await expect(secrets.set('one', 'x')).rejects.toThrow(/set the credentials again/)
    expect(readFileSync(file(), 'utf8')).toBe(text)
  },
)
