import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { transitions } from '../../shared/domain/event.ts'
import { isInCancelWindow, nextActionFor } from '../../shared/domain/next-action.ts'
import { allowedActsOf } from '../../shared/domain/person-acts.ts'
import { type Phase, phases } from '../../shared/domain/record.ts'
import { statusOf, workOf } from '../../shared/domain/status.ts'
import { isInFull } from '../support/in-full.ts'
import type { Step } from '../support/step.ts'
import { aLife } from '../support/steps.ts'
import { type Move, rules, World } from '../support/world.ts'

/** Takes all steps of a life. @param look gets the state after each step */
function walk(life: readonly Step[], look: (world: World, moved: readonly Move[]) => void): World {
  const world = new World()
  for (const step of life) {
    const known = world.moves.length
    world.take(step)
    look(world, world.moves.slice(known))
  }
  return world
}

const options = { numRuns: isInFull ? 400 : 150 }

describe('whatever happens to a record (reliability 4.4)', () => {
  test.prop([aLife], options)('only legal transitions occur, and each raises the version by one', (life) => {
    const { moves, record } = walk(life, () => {})
    expect(record.version).toBe(moves.length + 1)
    for (const { before, event } of moves) expect(transitions[event.type].from).toContain(before.phase)
  })

  test.prop([aLife], options)(
    'a voided record was never sent, never moves again and never reaches the authority',
    (life) => {
      walk(life, ({ record, ledger }, moved) => {
        for (const { before } of moved) expect(before.phase).not.toBe('voided')
        if (record.phase !== 'voided') return
        expect(record).toMatchObject({ everSent: false })
        // A refused earlier revision may be there too.
        expect(ledger.filter(({ status }) => status !== 'invalid' && status !== 'duplicate')).toEqual([])
      })
    },
  )

  test.prop([aLife], options)('the authority never has two live documents of one record', (life) => {
    walk(life, ({ live }) => expect(live.length).toBeLessThanOrEqual(1))
  })

  test.prop([aLife], options)('Pending means that no byte may have arrived', (life) => {
    walk(life, ({ record, live }) => {
      if (statusOf(record) !== 'Pending') return
      expect(record.everSent).toBe(false)
      expect(live).toEqual([])
    })
  })

  test.prop([aLife], options)('what the record says of the authority, the authority says too', (life) => {
    walk(life, ({ record, live, entry }) => {
      if (live.length > 0) expect(record.everSent).toBe(true)
      if (['submitted', 'valid', 'cancelled'].includes(record.phase)) expect(entry).toBeDefined()
      if (record.phase === 'cancelled') expect(entry?.status).toBe('cancelled')
      if (record.phase === 'invalid') expect(live).toEqual([])
    })
  })

  test.prop([aLife], options)(
    'a cancellation believed not done was not done by us, and what we asked for may not come after it (QR9)',
    (life) => {
      const world = walk(life, ({ record, entry }) => {
        const { state } = record.cancellation ?? {}
        if (record.phase === 'valid' && (state === 'requested' || state === 'refused'))
          expect(entry?.isCancelledByUs).toBe(false)
      })
      const { cancellation, phase } = world.record
      if (phase !== 'valid' || (cancellation?.state !== 'requested' && cancellation?.state !== 'refused')) return
      world.take({ do: 'pass', ms: rules.quarantineMs })
      expect(world.entry?.isCancelledByUs).toBe(false)
    },
  )

  test.prop([aLife], options)(
    'what a person confirmed as not received is never Pending again, and never voided (QR6)',
    (life) => {
      const { moves, record } = walk(life, () => {})
      for (const state of [...moves.map(({ before }) => before), record])
        if (state.confirmedNotReceived) {
          expect(statusOf(state)).not.toBe('Pending')
          expect(state.phase).not.toBe('voided')
        }
    },
  )

  test.prop([aLife], options)('everSent falls only with proof, a new revision, or a person’s word', (life) => {
    const { moves, record } = walk(life, () => {})
    const states = [...moves.map(({ before }) => before), record]
    moves.forEach(({ before, event }, at) => {
      if (!before.everSent || states[at + 1]?.everSent !== false) return
      expect(['unsent', 'revised', 'resent', 'confirmed_not_received']).toContain(event.type)
      if (event.type === 'unsent') expect(before.sentBefore).toBe(false)
    })
  })

  test.prop([aLife], options)(
    'a record is sent again only inside the window and never once its outcome is known',
    (life) => {
      const claims = walk(life, () => {}).moves.filter(({ event }) => event.type === 'claimed')
      for (const { before, at } of claims) {
        expect(before).toMatchObject({ phase: 'queued', authority: null })
        if (before.everSent) expect(at).toBeLessThan((before.firstSentAt ?? 0) + rules.resendWindowMs)
      }
    },
  )

  test.prop([aLife], options)('the status never goes back, unless nothing was sent after all', (life) => {
    const { moves, record } = walk(life, () => {})
    const statuses = [...moves.map(({ before }) => before), record].map(statusOf)
    moves.forEach(({ event }, at) => {
      const [from, to] = [statuses[at], statuses[at + 1]]
      if (from === 'Valid') expect(['Valid', 'Cancelled']).toContain(to)
      if (from === 'InProgress' && to === 'Pending') expect(event.type).toBe('unsent')
    })
  })

  test.prop([aLife], options)(
    'the authority is asked to cancel only what is valid, individual and in its window',
    (life) => {
      const asked = walk(life, () => {}).moves.filter(({ event }) => event.type === 'cancel_asked')
      for (const { before, at } of asked) {
        expect(before).toMatchObject({ phase: 'valid', consolidated: false, cancellation: { state: 'requested' } })
        expect(isInCancelWindow(before.cancellableUntil, at)).toBe(true)
      }
    },
  )

  test.prop([aLife], options)('no record is stuck: there is work, or a last word, or a person who can act', (life) => {
    walk(life, ({ record, now }) => {
      if (workOf(record) !== null) return
      const isFinal = ['Valid', 'Invalid', 'Voided', 'Cancelled'].includes(statusOf(record))
      const canAct =
        nextActionFor(record, false, now).action === 'void' || allowedActsOf(record, now).includes('resolve')
      expect(isFinal || canAct).toBe(true)
    })
  })

  test.prop([aLife], options)('once the authority works again every record comes to rest', (life) => {
    const world = walk(life, () => {})
    for (let tick = 0; tick < 40 && !isAtRest(world); tick += 1) work(world)
    expect(isAtRest(world)).toBe(true)
    expect(world.record.phase).not.toBe('sending')
  })
})

test('random lives reach every phase, so that none of the above holds for want of cases', () => {
  const met = new Set<Phase>()
  for (const life of fc.sample(aLife, { numRuns: 3000, seed: 7 })) walk(life, ({ record }) => met.add(record.phase))
  expect([...met].sort()).toEqual([...phases].sort())
})

const isAtRest = ({ record }: World) => workOf(record) === null || record.phase === 'conflict'

/** The gateway's own work, with an authority that answers. */
function work(world: World): void {
  switch (workOf(world.record)) {
    case 'send':
      world.take({ do: 'claim' })
      return world.take({ do: 'send', fate: 'accepted' })
    case 'settle':
      return world.take({ do: 'restart', fate: 'lostBefore' })
    case 'look_up':
      world.take({ do: 'pass', ms: rules.quarantineMs })
      return world.take({ do: 'lookUp', sees: 'truth' })
    case 'poll':
      world.take({ do: 'judge', verdict: 'valid' })
      return world.take({ do: 'poll' })
    case 'cancel':
      world.take({ do: 'pass', ms: rules.quarantineMs })
      world.take({ do: 'lookUpCancel' })
      world.take({ do: 'askToCancel' })
      return world.take({ do: 'answerCancel', fate: 'cancelled' })
    case 'release':
      return world.take({ do: 'follow', originals: null })
    case 'link':
      return world.take({ do: 'poll' })
    case null:
  }
}
