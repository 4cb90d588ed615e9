import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { fc } from '@fast-check/vitest'
import { afterEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { dayOf } from '../../../shared/domain/calendar.ts'
import { apiOf } from '../../support/api.ts'
import { aClock } from '../../support/clock.ts'
import { startGateway } from '../../support/gateway.ts'
import { companyGuid, invoice } from '../../support/till.ts'
import { isLinux } from './machine.ts'
import { useSeparateGateway } from './separate-gateway.ts'

describe('days', () => {
  const zones = ['Asia/Kuala_Lumpur', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati']
  const ownZone = process.env['TZ']
  afterEach(() => {
    if (ownZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = ownZone
  })

  const midnight = Date.parse('2026-03-29T00:00:00+08:00')
  const dayMs = 86_400_000
  /** Limits of days in Malaysia, and times that are limits elsewhere: midnights, and changes to summer time. */
  const instants = [
    midnight - 1,
    midnight,
    Date.parse('2026-03-29T00:00:00Z'),
    Date.parse('2026-03-29T00:59:59.999Z'),
    Date.parse('2026-03-29T01:00:00Z'),
    midnight + dayMs - 1,
    midnight + dayMs,
    Date.parse('2026-04-04T14:59:59.999Z'),
    Date.parse('2026-04-04T15:00:00Z'),
  ]

  /** Each day's sales by a gateway whose computer has this time zone, and the zone's offset from UTC. */
  async function daysIn(zone: string) {
    process.env['TZ'] = zone
    const clock = aClock(instants[0])
    const shop = await startGateway({ env: { RESIT_DISPATCH: 'off' }, ports: { clock } })
    const api = apiOf(shop, await shop.token())
    for (const [at, instant] of instants.entries()) {
      clock.pass(instant - clock.now())
      const ISSUED_AT = new Date(instant).toISOString()
      expect((await api.submit('sale', 'invoice', invoice(`d${at}`, { ISSUED_AT }))).status).toBe(202)
    }
    const days: Record<string, readonly string[]> = {}
    for (let day = midnight - dayMs; day <= midnight + 8 * dayMs; day += dayMs) {
      const name = new Date(day + 8 * 3_600_000).toISOString().slice(0, 10)
      const { body } = await api.get<{ readonly items: readonly WireRecord[] }>(
        '/sale/invoice_checkstatus/by_submission',
        { company_guid: companyGuid, submission_from: name, submission_to: name },
      )
      days[name] = body.items.map(({ SALE_CODE }) => SALE_CODE)
    }
    await shop.close()
    return { days, offset: new Date(midnight).getTimezoneOffset() }
  }

  describe('the days of a range', () => {
    test('are those of Malaysia, whatever zone the machine is set to, and each sale is in one of them (PR9, PR10)', async () => {
      const told: Awaited<ReturnType<typeof daysIn>>[] = []
      for (const zone of zones) told.push(await daysIn(zone))
      // Proves that the processes really had different zones.
      expect(new Set(told.map(({ offset }) => offset)).size).toBe(zones.length)
      const [first] = told
      expect(first?.days).toMatchObject({
        '2026-03-28': ['d0'],
        '2026-03-29': ['d1', 'd2', 'd3', 'd4', 'd5'],
        '2026-03-30': ['d6'],
        '2026-04-04': ['d7', 'd8'],
      })
      for (const { days } of told) expect(days).toEqual(first?.days)
      expect(Object.values(first?.days ?? {}).flat()).toHaveLength(instants.length)
    })

    test.each(zones)('have each instant in exactly one of them on a machine set to %s (PR9, PR10)', (zone) => {
      process.env['TZ'] = zone
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2000, 0, 2), max: Date.UTC(2100, 11, 30) }), (instant) => {
          const start = Date.parse(`${dayOf(instant, 'Asia/Kuala_Lumpur')}T00:00:00+08:00`)
          expect(instant).toBeGreaterThanOrEqual(start)
          expect(instant).toBeLessThan(start + dayMs)
        }),
      )
    })
  })
})

describe('doors', () => {
  if (!isLinux) console.warn('SKIPPED: the sockets of a process are read from /proc, which only Linux has')

  const here = useSeparateGateway()

  /** The local addresses, in hexadecimal, on which a process listens. */
  function listeningOf(pid: number): readonly string[] {
    const own = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
        return inode ?? []
      }),
    )
    const listens = '0A'
    return ['tcp', 'tcp6'].flatMap((table) =>
      readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((cells) => cells[3] === listens && own.has(cells[9] ?? ''))
        .map((cells) => cells[1] ?? ''),
    )
  }

  test.runIf(isLinux)('it listens on loopback and nowhere else, its practice authority too (PR15, LO15)', async () => {
    // Practice mode has two servers.
    const { child, port } = await here.start({ RESIT_AUTHORITY: 'practice' })
    const addresses = listeningOf(child.pid ?? 0).map((address) => address.split(':'))
    const here6 = '00000000000000000000000001000000'
    expect(addresses.map(([ip]) => ip).filter((ip) => ip !== here6)).toEqual(['0100007F', '0100007F'])
    expect(addresses.map(([, hex]) => Number.parseInt(hex ?? '', 16))).toContain(port)
  })
})
