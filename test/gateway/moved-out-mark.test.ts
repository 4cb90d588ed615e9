import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMovedOut, refuseMovedOut } from '../../electron/gateway/installation/moving.ts'
import { BadConfiguration } from '../../electron/gateway/settings/values.ts'

test.each([
  ['of an earlier Resit', '{"id":"7f0c","moved_at":"2026-11-01T04:00:00Z"}'],
  ['cut off by a disk', '{"id":"7f0c","mov'],
])(
  'a mark %s that the documents were moved keeps the gateway from starting, in a sentence that says what to do',
  (_, text) => {
    const path = mkdtempSync(join(tmpdir(), 'resit-mark-'))
    try {
      expect(() => refuseMovedOut({ path })).not.toThrow()
      writeFileSync(join(path, 'moved-out.json'), text)
      for (const look of [refuseMovedOut, isMovedOut]) {
        expect(() => look({ path })).toThrow(BadConfiguration)
        expect(() => look({ path })).toThrow(/moved to another computer.*delete that file/)
      }
    } finally {
      rmSync(path, { recursive: true })
    }
  },
)
