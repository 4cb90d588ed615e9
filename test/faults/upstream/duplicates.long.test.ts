import { describe, expect, test } from 'vitest'
import { invoice as aDocument } from '../../authority/practice/documents.ts'
import { signedIn } from '../../authority/practice/support.ts'
import type { Asked } from '../../support/http-bytes.ts'
import { hourMs, minuteMs, openWarmShop, realTiming, searching, submitting, type UpstreamShop } from './shop.ts'

const duplicate = {
  kind: 'instead',
  answer: {
    status: 422,
    headers: { 'content-type': 'application/json', 'retry-after': '60' },
    body: JSON.stringify({ error: { code: 'DuplicateSubmission', message: 'Sent before', target: 'submission' } }),
  },
} as const

/** The answer of a search index that is far behind. */
const nothingFound = {
  kind: 'instead',
  answer: { status: 200, body: JSON.stringify({ result: [], metadata: { totalPages: 0, totalCount: 0 } }) },
} as const

/** Submits a document of another program for the same company, with a number that our gateway would use. */
async function preload({ practice, clock }: UpstreamShop, number: string, issued = clock.now() - minuteMs) {
  const client = await signedIn(practice)
  expect((await client.submit(aDocument({ number, issued }))).body.acceptedDocuments).toHaveLength(1)
}

/** The numbers and hashes of the documents in a submission. */
const documentsIn = ({ body }: Asked): readonly (readonly [string, string])[] => {
  const { documents } = JSON.parse(body.toString()) as {
    readonly documents: readonly { readonly codeNumber: string; readonly documentHash: string }[]
  }
  return documents.map(({ codeNumber, documentHash }) => [codeNumber, documentHash])
}

const submissionsOf = ({ proxy }: UpstreamShop, number: string) =>
  proxy.requests.filter(({ line, body }) => submitting.test(line) && body.includes(number))

describe('an authority that says it has the document already', () => {
  test('is believed: the document is found there and is the one (UP14)', async () => {
    const here = await openWarmShop()
    here.proxy.next(submitting, { kind: 'duplicate' })
    const sold = await here.sell('1')
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['inDoubt duplicate_reported'])
    expect(here.there(sold)).toMatchObject([{ uuid: (await here.shown(sold)).AUTHORITY?.UUID }])
    await here.agrees()
  })

  test('and has another one under the number is a case for a person, never Invalid (UP14)', async () => {
    const here = await openWarmShop({ env: realTiming })
    await preload(here, 'KLCC-T1-A-1')
    here.proxy.rule(submitting, duplicate)
    const sold = await here.sell('1')
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(3 * hourMs, 10 * minuteMs)
    expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'conflict' } })
    expect(submissionsOf(here, 'KLCC-T1-A-1')).toHaveLength(1)
    expect(here.there(sold)).toHaveLength(1)
    expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
  })

  test('and shows nothing is a case for a person too, once it would not know the document again (UP14)', async () => {
    const here = await openWarmShop({ env: realTiming })
    here.proxy.rule(submitting, duplicate)
    const sold = await here.sell('1')
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(2 * hourMs, 5 * minuteMs)
    expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'in_doubt_expired' } })
    await here.live(2 * hourMs, 10 * minuteMs)
    expect(submissionsOf(here, 'KLCC-T1-A-1')).toHaveLength(1)
    expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress' })
    await expect.poll(async () => new Set(await here.outcomes(sold))).toEqual(new Set(['inDoubt duplicate_reported']))
    expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
  })
})

describe('a document that went twice because the authority’s index was behind', () => {
  test('is found by its first copy when the second is called a duplicate (UP32)', async () => {
    const here = await openWarmShop({ env: realTiming })
    await here.practice.faults.set({ kind: 'timeout_after', times: 1 })
    here.proxy.rule(searching, nothingFound)
    const sold = await here.sell('1')
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(45 * minuteMs)
    // After the second copy the document is known to exist, so it is looked up and not sent a third time.
    expect(submissionsOf(here, 'KLCC-T1-A-1')).toHaveLength(2)
    const [first, second] = here.there(sold)
    expect([first?.status, second?.status]).toEqual(['Valid', 'Invalid'])
    expect((await here.shown(sold)).STATUS).toBe('InProgress')
    here.proxy.clear()
    await here.live(5 * minuteMs)
    expect(await here.until(sold, 'Valid')).toMatchObject({
      STATUS: 'Valid',
      ERRORS: [],
      AUTHORITY: { UUID: first?.uuid },
    })
    await here.agrees()
  })

  test.each([119, 121])(
    'does not go again after %i minutes: nobody would notice the second (UP32)',
    async (minutes) => {
      const here = await openWarmShop({ env: realTiming })
      await here.practice.faults.set({ kind: 'timeout_after', times: 1 })
      here.proxy.rule(searching, nothingFound)
      const sold = await here.sell('1')
      await expect.poll(() => here.phase(sold)).toBe('unknown')
      // A laptop sleeps, so no look-up comes before that.
      here.clock.pass(minutes * minuteMs)
      await here.live(30 * minuteMs)
      expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'in_doubt_expired' } })
      expect(submissionsOf(here, 'KLCC-T1-A-1')).toHaveLength(1)
      here.proxy.clear()
      await here.live(2 * hourMs, 10 * minuteMs)
      expect(await here.until(sold, 'Valid')).toMatchObject({ STATUS: 'Valid', ATTENTION: null })
      await here.agrees()
    },
  )

  test('is a case for a person where the one it is a duplicate of is not ours (UP32)', async () => {
    const here = await openWarmShop({ env: realTiming })
    const issued = Math.floor((here.clock.now() - minuteMs) / 1000) * 1000
    await preload(here, 'KLCC-T1-A-1', issued)
    const sold = await here.sell('1', { ISSUED_AT: new Date(issued).toISOString() })
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(hourMs, 5 * minuteMs)
    expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', ATTENTION: { CODE: 'conflict' } })
    expect(submissionsOf(here, 'KLCC-T1-A-1')).toHaveLength(1)
    expect(here.there(sold).map(({ status }) => status)).toEqual(['Valid', 'Invalid'])
    expect(await here.oracle()).toMatchObject({ lost: [], doubles: [], voidedThere: [], unknownDocuments: [] })
  })
})

describe('documents of a batch in doubt', () => {
  const codes = ['1', '2', '3']

  test('go again each alone and byte for byte, whatever is sold beside them (UP34)', async () => {
    const here = await openWarmShop({ env: realTiming })
    const batch = await here.sellTogether(codes, () => here.proxy.next(submitting, { kind: 'swallow' }))
    for (const sold of batch) await expect.poll(() => here.phase(sold)).toBe('unknown')
    const before = here.proxy.requests.length
    for (let minute = 0; minute < 13; minute += 1) {
      await here.live(minuteMs)
      await here.sell(`n${minute}`)
    }
    await here.live(2 * minuteMs)
    const again = here.proxy.requests.slice(before).filter(({ line }) => submitting.test(line))
    for (const sold of batch) {
      await here.until(sold, 'Valid')
      const attempts = await here.shop.gateway.store.records.attempts((await here.stored(sold)).seq)
      expect(attempts).toHaveLength(2)
      expect(new Set(attempts.map(({ sha256 }) => sha256)).size).toBe(1)
      const carriers = again.filter(({ body }) => body.includes(`"${sold.DOCUMENT_NUMBER}"`))
      expect(carriers).toHaveLength(1)
      expect(carriers.flatMap(documentsIn)).toEqual([[sold.DOCUMENT_NUMBER, attempts[0]?.sha256]])
    }
    await here.agrees()
  })

  test('that were taken after all are the ones that count, although their copies go in other company (UP34)', async () => {
    const here = await openWarmShop({ env: realTiming })
    here.proxy.rule(searching, nothingFound)
    const batch = await here.sellTogether(codes, () => here.proxy.next(submitting, { kind: 'reset_answer', after: 0 }))
    for (const sold of batch) await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(15 * minuteMs)
    here.proxy.clear()
    await here.live(5 * minuteMs)
    for (const sold of batch) {
      await here.until(sold, 'Valid')
      expect(here.there(sold).map(({ status }) => status)).toEqual(['Valid', 'Invalid'])
    }
    await here.agrees()
  })

  test('of which some were refused go again, if the batch is called a repetition and its answer is lost (UP14)', async () => {
    const here = await openWarmShop({ env: realTiming })
    await here.practice.faults.set({ kind: 'partial', times: 1 })
    const batch = await here.sellTogether(codes, () => here.proxy.next(submitting, { kind: 'duplicate' }))
    for (const sold of batch) await expect.poll(() => here.outcomes(sold)).toEqual(['inDoubt batch_repeated'])
    await here.until(await here.sell('4'), 'Valid')
    await here.live(15 * minuteMs)
    for (const sold of batch) await here.until(sold, 'Valid')
    const [, refused] = batch
    if (refused) expect(await here.outcomes(refused)).toEqual(['inDoubt batch_repeated', 'accepted'])
    await here.agrees()
  })
})
