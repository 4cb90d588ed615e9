import { expect, test } from 'vitest'
import type { Authority } from '../../../electron/gateway/authority/port.ts'
import { Contact } from '../../../electron/gateway/features/health/contact.ts'
import { aClock } from '../../support/clock.ts'

const submitted = (httpStatus: number | null) => ({
  outcomes: [],
  exchange: { httpStatus, correlationId: null, answer: null },
  advice: { kind: 'go_on' },
})

/** An authority that gives this answer, whatever it is asked. */
function answering(answer: unknown) {
  const clock = aClock()
  const contact = new Contact(clock)
  const give = async () => answer
  const methods = [
    'ready',
    'submit',
    'poll',
    'lookUp',
    'watch',
    'listSent',
    'cancel',
    'cancelledThere',
    'validateTaxpayer',
    'searchTaxpayer',
    'taxpayerOfCode',
  ]
  const authority = Object.fromEntries(methods.map((name) => [name, give])) as unknown as Authority
  return { clock, contact, authority: contact.through({ ...authority, mostInBatch: 7, sizeOf: () => 3 }) }
}

test.each([
  ['submit', submitted(202), true],
  ['submit', submitted(400), true],
  ['submit', submitted(429), false],
  ['submit', submitted(503), false],
  ['submit', submitted(null), false],
  ['poll', { kind: 'shown' }, true],
  ['poll', { kind: 'not_shown' }, false],
  ['lookUp', { kind: 'answered' }, true],
  ['lookUp', { kind: 'not_answered' }, false],
  ['watch', { kind: 'shown' }, true],
  ['watch', { kind: 'not_shown' }, false],
  ['listSent', { kind: 'page' }, true],
  ['listSent', { kind: 'not_answered' }, false],
  ['listSent', { kind: 'cannot_list' }, false],
  ['cancel', { kind: 'cancelled' }, true],
  ['cancel', { kind: 'refused' }, true],
  ['cancel', { kind: 'inDoubt' }, false],
  ['cancelledThere', { kind: 'not_cancelled' }, true],
  ['cancelledThere', null, false],
  ['validateTaxpayer', { kind: 'mismatch' }, true],
  ['validateTaxpayer', { kind: 'unavailable' }, false],
  ['searchTaxpayer', { kind: 'none' }, true],
  ['searchTaxpayer', { kind: 'throttled' }, false],
  ['taxpayerOfCode', { kind: 'none' }, true],
  ['taxpayerOfCode', { kind: 'unavailable' }, false],
  // A token from before lets documents go while nobody is there.
  ['ready', { kind: 'go_on' }, false],
] as const)('%s answered %o is contact: %s', async (method, answer, isContact) => {
  const { clock, contact, authority } = answering(answer)
  clock.pass(5)
  const ask = authority[method] as () => Promise<unknown>
  expect(await ask()).toBe(answer)
  expect(contact.lastAt).toBe(isContact ? clock.now() : null)
})

test('everything else of the authority is there as it was', () => {
  const { authority } = answering(null)
  expect([authority.mostInBatch, authority.sizeOf({} as never)]).toEqual([7, 3])
})
