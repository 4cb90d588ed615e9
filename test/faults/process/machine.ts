import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../../electron/gateway/settings/values.ts'

// Tools that the tests need on this computer.

export const isLinux = process.platform === 'linux'

const [fakeTime] = isLinux ? globSync('/usr/lib/*/faketime/libfaketime.so.1') : []
/** Whether libfaketime is here, which makes a process's wall clock wrong. */
export const hasFakeTime = fakeTime !== undefined

/** Sets the wall clock of a running process. Its steady clock and its timers are not changed. */
export function wallClock(file: string) {
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set('+0')
  return {
    env: {
      LD_PRELOAD: fakeTime,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    } satisfies Environment,
    /** @param offset from the true time, like `-3d` or `+10y` */
    set,
  }
}

/** Resolves when a process is stopped and has not continued. */
export async function isAsleep(pid: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    // The name in brackets may contain anything, so the state is read after the last bracket.
    const [state] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    if (state === 'T') return
    await pause(20)
  }
  throw new Error(`process ${pid} does not sleep`)
}

/** The most memory that a process has used, in kilobytes. */
export function peakMemoryKb(pid: number): number {
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(peak)
}
