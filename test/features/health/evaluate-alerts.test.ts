import { describe, expect, test } from 'vitest'
import { evaluateAlerts, hasAuthorityWork } from '../../../electron/gateway/features/health/evaluate-alerts.ts'
import type { StorageState } from '../../../electron/gateway/store/port/journal.ts'
import type { WorkBacklog } from '../../../electron/gateway/store/port/port.ts'
import { soundStorageStatus } from '../../../electron/gateway/store/storage-monitor.ts'
import { toIsoTime } from '../../../shared/api/record-to-wire.ts'
import { alertCodes } from '../../../shared/domain/alert.ts'
import { journalFinding } from '../../../shared/domain/journal-finding.ts'
import { languages, say } from '../../../shared/words/words.ts'
import { noon } from '../../support/records.ts'
import { aHeartbeat, aLane, companyGuid, minuteMs, restoredFacts, someFacts } from './facts.ts'

const megabyte = 1024 * 1024
const codesOf = (...given: Parameters<typeof someFacts>) => evaluateAlerts(someFacts(...given)).map(({ code }) => code)
/** The facts with this heartbeat. */
const withHeartbeat = (name: string, over: Parameters<typeof aHeartbeat>[1]) => ({
  heartbeats: someFacts().heartbeats.map((heartbeat) => (heartbeat.name === name ? aHeartbeat(name, over) : heartbeat)),
})

test('a gateway that is well raises no alert, however much it has to do', () => {
  expect(codesOf()).toEqual([])
  const busy = (['send', 'settle', 'poll', 'cancel', 'release'] as const).map((work) => aLane(work, { count: 9000 }))
  expect(codesOf({ lanes: busy })).toEqual([])
})

describe.each(['send', 'poll', 'look_up', 'cancel', 'release'] as const)('the worker %s stands still (AU5)', (name) => {
  const due = { lanes: [aLane(name, { firstDueAt: noon - 11 * minuteMs })] }
  const stuck = expect.arrayContaining(['loop_stuck']) as unknown

  test('when one step of it takes longer than ten minutes', () => {
    expect(codesOf(withHeartbeat(name, { stepMs: 10 * minuteMs }))).toEqual([])
    const [alert] = evaluateAlerts(someFacts(withHeartbeat(name, { stepMs: 12.5 * minuteMs })))
    expect(alert).toMatchObject({ code: 'loop_stuck', verdict: 'bad', companyGuid, loop: name })
    expect(alert?.values).toEqual({ loop: name, company: 'DEMO', minutes: '12' })
  })

  test('when it rests although something has been due for longer than that', () => {
    expect(codesOf({ ...due, ...withHeartbeat(name, { restedMs: 11 * minuteMs }) })).toEqual(stuck)
    expect(codesOf({ ...due, ...withHeartbeat(name, { restedMs: minuteMs }) })).not.toEqual(stuck)
    expect(codesOf(withHeartbeat(name, { restedMs: 24 * 60 * minuteMs }))).toEqual([])
  })

  test('when it never made a round, or is not there at all', () => {
    expect(codesOf({ ...due, ...withHeartbeat(name, { restedMs: null }) })).toEqual(stuck)
    expect(codesOf({ ...due, heartbeats: [] })).toEqual(stuck)
    expect(codesOf({ ...due, heartbeats: [], awakeMs: minuteMs })).not.toEqual(stuck)
  })
})

test('a machine that slept all night is no worker that stood still', () => {
  const facts = withHeartbeat('send', { stepMs: 600 * minuteMs })
  expect(codesOf({ ...facts, awakeMs: minuteMs })).toEqual([])
  expect(codesOf({ ...facts, awakeMs: 11 * minuteMs })).toEqual(['loop_stuck'])
})

test('the portal watch, which asks for document after document, may take an hour and longer for a step', () => {
  expect(codesOf(withHeartbeat('watch', { stepMs: 60 * minuteMs }))).toEqual([])
  expect(codesOf(withHeartbeat('watch', { stepMs: 121 * minuteMs }))).toEqual(['loop_stuck'])
})

test('where nothing is sent on purpose, or another process sends, no worker is missed and the authority owes no answer', () => {
  const facts = someFacts({
    lanes: [aLane('poll', { firstDueAt: noon - 60 * minuteMs })],
    heartbeats: [],
    lastContactAt: null,
    askingSince: 0,
  })
  expect(evaluateAlerts({ ...facts, isSending: false })).toEqual([])
})

test('a document that could go and is not sent is worth an alert after a quarter of an hour', () => {
  const lanes = (ageMs: number) => [aLane('send', { count: 3, oldestAt: noon - ageMs })]
  expect(codesOf({ lanes: lanes(15 * minuteMs) })).toEqual([])
  const [alert] = evaluateAlerts(someFacts({ lanes: lanes(15 * minuteMs + 1) }))
  expect(alert).toMatchObject({ code: 'oldest_unsent', companyGuid, values: { company: 'DEMO', count: '3' } })
  expect(codesOf({ lanes: [aLane('release', { oldestAt: 0 })] })).toEqual([])
})

test('a document that the authority took and says nothing of is worth an alert after a day (UP26)', () => {
  const lanes = (ageMs: number) => [aLane('poll', { count: 2, oldestAt: noon - ageMs })]
  const dayMs = 24 * 60 * minuteMs
  expect(codesOf({ lanes: lanes(dayMs) })).toEqual([])
  const [alert] = evaluateAlerts(someFacts({ lanes: lanes(dayMs + 1) }))
  expect(alert).toMatchObject({ code: 'unconfirmed', verdict: 'warning', companyGuid, values: { company: 'DEMO' } })
})

test('what was asked longer ago than any request lives, and never settled, is worth one (QR9)', () => {
  const settling = (askedMs: number, over: Parameters<typeof someFacts>[0] = {}) => ({
    lanes: [aLane('settle', { firstDueAt: noon - askedMs, oldestAt: noon - 60 * minuteMs })],
    ...over,
  })
  expect(codesOf(settling(5 * minuteMs))).toEqual([])
  const [alert] = evaluateAlerts(someFacts(settling(5 * minuteMs + 1)))
  expect(alert).toMatchObject({ code: 'unsettled', verdict: 'bad', companyGuid, values: { company: 'DEMO' } })
  expect(codesOf(settling(60 * minuteMs, { awakeMs: minuteMs }))).toEqual([])
})

test('documents in doubt are worth an alert', () => {
  const facts = someFacts({ lanes: [aLane('look_up', { count: 4 })] })
  expect(evaluateAlerts(facts)).toMatchObject([{ code: 'in_doubt', values: { count: '4' } }])
})

test('unsent documents of three days ago, nearly, are worth one for each company', () => {
  const closing = new Map([
    [companyGuid, 2],
    ['other', 1],
  ])
  expect(evaluateAlerts(someFacts({ closing }))).toMatchObject([
    { code: 'window_closing', verdict: 'bad', companyGuid, values: { count: '2', hours: '60' } },
    { code: 'window_closing', companyGuid: 'other', values: { count: '1' } },
  ])
})

test('an authority that says nothing is worth one only after it was asked for a quarter of an hour', () => {
  const lastContactAt = noon - 60 * minuteMs
  const asked = (ms: number) => ({ lastContactAt, askingSince: noon - ms })
  expect(codesOf({ lastContactAt })).toEqual([])
  expect(codesOf(asked(15 * minuteMs))).toEqual([])
  expect(codesOf(asked(15 * minuteMs + 1))).toEqual(['authority_silent'])
  expect(codesOf({ ...asked(60 * minuteMs), lastContactAt: noon - minuteMs })).toEqual([])
  expect(codesOf({ ...asked(60 * minuteMs), awakeMs: minuteMs })).toEqual([])
  expect(codesOf({ ...asked(60 * minuteMs), lastContactAt: null })).toEqual(['authority_silent'])
  expect(evaluateAlerts(someFacts(asked(60 * minuteMs)))[0]?.values).toEqual({ since: '2026-11-20T03:00:00.000Z' })
  // An outlet sends to its head office, so the sentence must not blame MyInvois.
  const [silent] = evaluateAlerts(someFacts({ ...asked(60 * minuteMs), authority: 'gateway' }))
  for (const language of languages)
    expect(say(language, 'alert', 'authority_silent', silent?.values)).not.toContain('MyInvois')
})

const asks = (...lanes: readonly WorkBacklog[]) => hasAuthorityWork({ lanes, pauses: new Map() }, noon)

test('there is something to ask while a document is to go or is there, not while a note or a conflict waits', () => {
  for (const work of ['send', 'settle', 'poll', 'cancel', 'look_up'] as const)
    expect([work, asks(aLane(work))]).toEqual([work, true])
  expect(asks(aLane('poll', { firstDueAt: noon + 1 }))).toBe(true)
  expect(asks(aLane('look_up', { firstDueAt: noon + 1 }), aLane('release'))).toBe(false)
})

test.each([
  ['disk_low', { freeBytes: 500 * megabyte - 1 }, { freeBytes: 500 * megabyte }],
  ['open_files_full', { canOpen: false }, { canOpen: true }],
  ['wal_large', { walBytes: 64 * megabyte + 1 }, { walBytes: 64 * megabyte }],
  ['store_slow', { storeDelayMs: 1_001 }, { storeDelayMs: 1_000 }],
  ['event_loop_slow', { eventLoopDelayMs: 1_001 }, { eventLoopDelayMs: 1_000 }],
] as const)('%s is raised past its limit and not at it', (code, past, at) => {
  expect(codesOf(past)).toEqual([code])
  expect(codesOf(at)).toEqual([])
})

test('what could not be found out is no alarm of its own, but a store that is silent is', () => {
  expect(codesOf({ freeBytes: null, walBytes: null, canOpen: null })).toEqual([])
  expect(evaluateAlerts({ ...someFacts(), backlog: null })).toMatchObject([{ code: 'store_silent', verdict: 'bad' }])
})

const waits = (oldest: string, today = '2026-11-20') => ({ companyGuid, count: 3, oldest, today })

test('receipts that wait are due from the fifth of the month after, and overdue after the seventh', () => {
  const on = (today: string) => codesOf({ unconsolidated: [waits('2026-10-31', today)] })
  expect(on('2026-10-31')).toEqual([])
  expect(on('2026-11-04')).toEqual([])
  expect(on('2026-11-05')).toEqual(['consolidation_due'])
  expect(on('2026-11-07')).toEqual(['consolidation_due'])
  expect(on('2026-11-08')).toEqual(['consolidation_overdue'])
})

test('outlets that are not heard of are one alert, which names the first five of them', () => {
  const silent = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Outlet ${at + 1}`, heardAt: noon - (at + 20) * minuteMs }))
  const outlets = (count: number) =>
    evaluateAlerts(someFacts({ silentOutlets: silent(count) })).map(({ values }) => values)
  expect(outlets(0)).toEqual([])
  expect(outlets(1)).toEqual([{ outlets: 'Outlet 1', since: toIsoTime(noon - 20 * minuteMs) }])
  const [{ outlets: named } = { outlets: '' }, ...others] = outlets(7)
  expect([named, others]).toEqual(['Outlet 1, Outlet 2, Outlet 3, Outlet 4, Outlet 5, + 2', []])
})

test('many wrong PINs or codes, wrong tokens and closed connections are alerts, a few are people (SE5)', () => {
  const none = { wrong_token: 0, wrong_pin: 0, wrong_code: 0, connection: 0 }
  expect(codesOf({ refused: { ...none, wrong_token: 99, wrong_pin: 9, wrong_code: 19 } })).toEqual([])
  expect(codesOf({ refused: { ...none, wrong_pin: 10, wrong_code: 20 } })).toEqual(['wrong_pins'])
  expect(codesOf({ refused: { ...none, wrong_code: 20 } })).toEqual(['wrong_pins'])
  expect(codesOf({ refused: { ...none, wrong_token: 100 } })).toEqual(['wrong_tokens'])
  expect(codesOf({ refused: { ...none, connection: 1 } })).toEqual(['connections_full'])
})

/** All alerts at once. */
const worst = {
  ...someFacts({
    journal: {
      isTrusted: false,
      findings: [journalFinding('body_damaged')],
      findingCount: 1,
    },
    copy: {
      folder: '/mnt/stick',
      copiedAt: noon - 60 * minuteMs,
      backedUpAt: noon,
      chosenAt: null,
      problem: null,
      damaged: '/mnt/stick-damaged-1',
    },
    lanes: [
      aLane('send', { oldestAt: noon - 60 * minuteMs }),
      aLane('look_up'),
      aLane('poll', { oldestAt: 0 }),
      aLane('settle', { firstDueAt: noon - 60 * minuteMs }),
    ],
    closing: new Map([[companyGuid, 1]]),
    needy: new Map([[companyGuid, 1]]),
    webhooks: [{ host: 'tills.example', waiting: 7, failed: 2 }],
    troubledMails: ['K-1', 'K-2'],
    unsentAlert: { at: noon, reason: 'ECONNREFUSED' },
    silentOutlets: [{ name: 'Outlet KLCC', heardAt: noon - 60 * minuteMs }],
    unconsolidated: [waits('2026-09-30'), waits('2026-10-31', '2026-11-06')],
    ...withHeartbeat('send', { stepMs: 60 * minuteMs }),
    clock: { kind: 'wrong', offsetMs: 60 * minuteMs },
    blockReasons: [{ companyGuid, since: noon, attention: 'company_not_ready' }],
    pauses: new Map([[companyGuid, { since: noon, by: 'person:Aini' }]]),
    lastContactAt: noon - 60 * minuteMs,
    askingSince: noon - 60 * minuteMs,
    freeBytes: megabyte,
    walBytes: 65 * megabyte,
    canOpen: false,
    eventLoopDelayMs: 5_000,
    storeDelayMs: 5_000,
    refused: { wrong_token: 100, wrong_pin: 10, wrong_code: 0, connection: 3 },
    network: { until: noon + 1, renewBy: noon, isReplacementBroken: true },
    certificateEnds: [{ companyGuid, until: noon + 1 }],
  }),
}

const storageStates = ['failing', 'unreachable', 'full', 'read_only'] as const
const withStorage = (state: StorageState, backlog = someFacts().backlog) =>
  ({ ...someFacts(), backlog, storage: { ...soundStorageStatus, state } }) as const

test.each(storageStates)('storage that is %s is one alert, the first, also where it cannot be read', (state) => {
  for (const facts of [withStorage(state), withStorage(state, null)])
    expect(evaluateAlerts(facts)).toMatchObject([{ code: `storage_${state}`, verdict: 'bad' }])
})

test('the worst comes first: what loses documents, what keeps them back, what only slows', () => {
  const codes = evaluateAlerts(worst).map(({ code }) => code)
  // One cause stands in another's place.
  const others = /^(store_silent|storage_.*|alert_mail_refused|backup_restored)$/
  expect(codes).toEqual(alertCodes.filter((code) => !others.test(code)))
})

test.each(languages)('every alert has its sentence in %s, with all figures filled in', (language) => {
  const ofStorage = storageStates.flatMap((state) => evaluateAlerts(withStorage(state)))
  const refused = evaluateAlerts(someFacts({ unsentAlert: { at: noon, reason: '535 5.7.8 wrong for boss@x.example' } }))
  expect(refused).toMatchObject([{ code: 'alert_mail_refused', since: noon, values: { since: toIsoTime(noon) } }])
  const others = [...ofStorage, ...refused, ...evaluateAlerts(restoredFacts())]
  const alerts = [...evaluateAlerts(worst), ...evaluateAlerts({ ...worst, backlog: null }), ...others]
  expect(new Set(alerts.map(({ code }) => code))).toEqual(new Set(alertCodes))
  for (const { code, values } of alerts) {
    const sentence = say(language, 'alert', code, values)
    // Health shows the alert, too, so its text does not name Health.
    expect(sentence).not.toMatch(/\{\{|undefined|NaN|“(Health|Keadaan|运行状况)”/)
    for (const value of Object.values(values)) expect([code, sentence]).toEqual([code, expect.stringContaining(value)])
  }
})

test.each([
  ['a month before its end', 30 * 24 * 60 * minuteMs, []],
  ['later', 30 * 24 * 60 * minuteMs - 1, ['warning']],
  ['at its end', 0, ['bad']],
])('a certificate that signs documents is told of in its last month: %s', (_, left, verdicts) => {
  const told = evaluateAlerts(someFacts({ certificateEnds: [{ companyGuid, until: noon + left }] }))
  expect(told.map(({ verdict }) => verdict)).toEqual(verdicts)
  for (const alert of told) expect(alert).toMatchObject({ code: 'certificate_ending', values: { company: 'DEMO' } })
})

describe('what keeps documents back until somebody acts is told at once', () => {
  test('a clock that is wrong, once for all companies (CK1)', () => {
    const clock = { kind: 'wrong', offsetMs: -5 * 24 * 60 * minuteMs } as const
    const blockReasons = [{ companyGuid, since: noon, attention: 'clock_wrong' } as const]
    const [alert, ...others] = evaluateAlerts(someFacts({ clock, blockReasons }))
    expect(alert).toMatchObject({ code: 'clock_wrong', verdict: 'bad', companyGuid: null, values: { minutes: '7200' } })
    expect(others).toEqual([])
    expect(codesOf({ clock })).toEqual(['clock_wrong'])
    expect(codesOf({ blockReasons })).toEqual(['clock_wrong'])
    expect(codesOf({ clock: { kind: 'off', offsetMs: 2 * minuteMs } })).toEqual([])
    expect(evaluateAlerts(someFacts({ clock, isDispatching: false }))).toEqual([])
  })

  test('a company that the authority does not let in, by its name', () => {
    const blockReasons = [{ companyGuid, since: noon, attention: 'company_not_ready' } as const]
    const [alert] = evaluateAlerts(someFacts({ blockReasons }))
    expect(alert).toMatchObject({ code: 'company_not_ready', companyGuid, values: { company: 'DEMO' } })
  })

  test('documents that wait for a person, and no authority that was away for a moment (AU5)', () => {
    expect(codesOf({ needy: new Map([[companyGuid, 3]]) })).toEqual(['needs_person'])
    expect(codesOf({ needy: new Map([[companyGuid, 0]]) })).toEqual([])
    expect(codesOf({ blockReasons: [{ companyGuid, since: noon, attention: null }] })).toEqual([])
  })
})
