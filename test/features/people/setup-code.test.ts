import { beforeEach, describe, expect, test } from 'vitest'
import { SetupCode } from '../../../electron/gateway/features/people/setup-code.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'

describe('the set-up code', () => {
  let told: string[]
  let setup: SetupCode
  const current = () => told.at(-1) ?? ''

  beforeEach(() => {
    told = []
    setup = new SetupCode(systemRandomness)
    setup.begin((code) => told.push(code))
  })

  test('is told once and has no letters that look alike', () => {
    expect(told).toEqual([setup.current])
    expect(current()).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  })

  test('is right as people type it, and only once', () => {
    const typed = ` ${current().toLowerCase().replace('-', ' ')} `
    expect(setup.redeem(typed)).toEqual({ kind: 'right' })
    expect(setup.redeem(current())).toEqual({ kind: 'wrong' })
    expect(setup.current).toBeNull()
  })

  test('opens however often somebody else was wrong, who is told to wait (DS3)', () => {
    const kinds = Array.from({ length: 200 }, () => setup.redeem('AAAAA-AAAAA').kind)
    expect(kinds.indexOf('paused')).toBe(20)
    expect(told).toHaveLength(1)
    expect(setup.redeem(current())).toEqual({ kind: 'right' })
  })

  test('is nobody’s before the gateway starts and after there is an owner', () => {
    expect(new SetupCode(systemRandomness).redeem('')).toEqual({ kind: 'wrong' })
    setup.drop()
    expect(setup.redeem(current())).toEqual({ kind: 'wrong' })
  })
})
