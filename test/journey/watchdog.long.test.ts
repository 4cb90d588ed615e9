import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spawnGateway } from '../support/process.ts'

/** A small program, because Node has no Unix datagram sockets. */
const receiver = `
import socket, sys
heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
heard.bind(sys.argv[1])
print("bound", flush=True)
while True: print(heard.recv(4096).decode().strip(), flush=True)
`

test('systemd hears when tills are answered, then that the gateway goes on, and nothing of one that stands still (PR13)', async () => {
  for (const [program, flag] of [
    ['systemd-notify', '--version'],
    ['python3', '--version'],
  ] as const) {
    const { error } = spawnSync(program, [flag])
    if (error) return console.warn(`what systemd hears was not looked at: ${error.message}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'resit-notify-'))
  const socket = join(folder, 'notify')
  const listening = spawn('python3', ['-c', receiver, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  let heardAt = 0
  listening.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    heardAt = performance.now()
  })
  try {
    await expect.poll(() => said).toContain('bound')
    const gateway = await spawnGateway(join(folder, 'data'), { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '600000' })
    await expect.poll(() => said).toMatch(/READY=1[^]*WATCHDOG=1[^]*WATCHDOG=1/)
    gateway.child.kill('SIGSTOP')
    await expect.poll(() => performance.now() - heardAt).toBeGreaterThan(1_000)
    said = ''
    gateway.child.kill('SIGCONT')
    await expect.poll(() => said).toContain('WATCHDOG=1')
    expect(await gateway.stop()).toBe(0)
  } finally {
    listening.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
