import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { FromGateway } from '../../electron/gateway-host/messages.ts'
import { exitCodes } from '../../electron/headless/exit-code.ts'

test('a gateway that is told to stop while it starts closes as soon as it serves', async () => {
  const place = mkdtempSync(join(tmpdir(), 'resit-stopped-'))
  const host = fileURLToPath(new URL('../../electron/gateway-host/main.ts', import.meta.url))
  const child = fork(host, ['--data-dir', place, '--port', '0', '--authority', 'practice'], {
    execArgv: ['--import', new URL('./stub/parent-port.ts', import.meta.url).href],
    env: { ...process.env, RESIT_SCREENS: 'off' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  child.on('message', (news: FromGateway) => {
    if (news.kind !== 'key_store') return
    // The gateway asks for the key store only while it starts, so it is starting now.
    child.send({ kind: 'stop' })
    child.send({ kind: 'key_store', id: news.id, made: { text: news.text, isStale: false } })
  })
  expect(await once(child, 'exit')).toEqual([exitCodes.stopped, null])
  rmSync(place, { recursive: true, force: true })
})
