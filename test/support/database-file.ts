import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** A path for a database in a directory of its own. The directory is removed after each test. */
export function freshFile() {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'resit-db-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))
  return {
    get path() {
      return join(directory, 'resit.db')
    },
    get directory() {
      return directory
    },
  }
}
