import { setTimeout as pause } from 'node:timers/promises'
import type { Checkpoint } from '../../electron/gateway/platform/crash-points.ts'
import type { Tills } from '../faults/tills.ts'
import type { ProxyFault } from '../support/fault-proxy.ts'
import { exitCodeIn } from './life.ts'
import type { Owner } from './owner.ts'
import type { LineFault, Mishap, Spell, Trouble } from './plan.ts'
import type { Shop } from './shop.ts'

export interface MishapDeps {
  readonly shop: Shop
  readonly tills: Tills
  readonly owner: Owner
  /** Sets the clocks of the tills as wrong as the gateway's. */
  readonly setTillsAhead: (ms: number) => void
  readonly count: (what: string) => void
  /** Reports a wrong result. */
  readonly wrong: (what: string) => void
}

/** Submissions and cancellations, whose faults matter most. */
const onTheWay = /^(POST|PUT) /
const submits = /^POST .*documentsubmissions/
const changes = /^PUT .*\/state/
const crashPatienceMs = 15_000

/** Causes one mishap, then repairs what it left. */
export async function suffer(deps: MishapDeps, mishap: Mishap): Promise<void> {
  const { shop, count, wrong } = deps
  const { life, line } = shop
  switch (mishap.kind) {
    case 'kill':
      await pause(mishap.afterMs)
      await life.kill()
      count('kill at random')
      return revive(deps)
    case 'stop': {
      const code = await life.stop()
      if (code !== 0) wrong(`SIGTERM ended with ${code}`)
      count('stop')
      return revive(deps)
    }
    case 'crash':
      return crash(deps, mishap.point, mishap.nth)
    case 'clock':
    case 'full_disk':
    case 'outage':
      return endure(deps, [mishap], mishap)
    case 'storm':
      count('storm')
      return endure(deps, mishap.troubles, mishap)
    case 'line':
      line.clear()
      line.rule(onTheWay, (_, n) => (n <= mishap.times ? faultNow(mishap.fault) : null))
      return count(`line: ${mishap.fault.kind}`)
  }
}

/** Several troubles at once for a while. They end in the opposite order. */
async function endure(deps: MishapDeps, troubles: readonly Trouble[], lasting: Spell): Promise<void> {
  const endings: (() => unknown)[] = []
  try {
    for (const trouble of troubles) endings.unshift(await bring(deps, trouble))
    await spell(deps, lasting)
  } finally {
    for (const end of endings) await end()
  }
  return revive(deps)
}

/** @returns ends the trouble; does nothing if this computer cannot cause it */
async function bring({ shop, count, setTillsAhead }: MishapDeps, trouble: Trouble): Promise<() => unknown> {
  const { line, clock, disk } = shop
  switch (trouble.kind) {
    case 'clock': {
      if (!clock) return () => undefined
      clock.set(trouble.offset)
      if (trouble.isTillsToo) setTillsAhead(trouble.aheadMs)
      count(`clock ${trouble.offset}`)
      return () => {
        clock.set('+0')
        setTillsAhead(0)
      }
    }
    case 'full_disk': {
      if (!disk) return () => undefined
      disk.fill()
      count(trouble.refills ? 'full disk, to the last block' : 'full disk')
      const refilling = trouble.refills ? setInterval(() => disk.fill(), 300) : undefined
      return () => {
        clearInterval(refilling)
        disk.empty()
      }
    }
    case 'outage':
      await (trouble.how === 'refused' ? line.refuse() : line.hang())
      count(`outage, ${trouble.how}`)
      return () => line.listen()
  }
}

/** If the gateway cannot start under the troubles, it is started after them. */
async function spell(deps: MishapDeps, { forMs, isKilled }: Spell): Promise<void> {
  await pause(forMs / 2)
  if (isKilled) {
    await deps.shop.life.kill()
    deps.count('kill in the middle of it')
    await deps.shop.life.start().catch((cause: unknown) => {
      // Without room on the disk it says so and ends. Anything else must not prevent its start.
      if (exitCodeIn(cause) !== 4) throw cause
      deps.count('no start on a full disk')
    })
  }
  await pause(forMs / 2)
}

export async function revive({ shop: { life } }: Pick<MishapDeps, 'shop'>): Promise<void> {
  if (life.port === null) await life.start()
}

async function crash(deps: MishapDeps, point: Checkpoint, nth: number): Promise<void> {
  const { shop, count } = deps
  const { life } = shop
  const onLine = { practice_took_submit: submits, practice_took_changeState: changes }[point as string]
  if (onLine) await killOnAnswer(deps, onLine, nth)
  else {
    await life.stop()
    await life.start(`${point}:${nth}`)
  }
  const provoking = provoke(deps)
  const isDead = await life.died(crashPatienceMs).finally(() => provoking.stop())
  count(isDead ? `kill at ${point}` : `never came by ${point}`)
  shop.line.clear()
  if (!isDead) await life.kill()
  return revive(deps)
}

/** Kills the gateway while the answer is on its way: the authority has the document. */
async function killOnAnswer({ shop: { life, line } }: MishapDeps, match: RegExp, nth: number): Promise<void> {
  line.clear()
  await life.stop()
  await life.start('nowhere')
  line.rule(match, (_, n) =>
    n === nth
      ? {
          kind: 'rewrite',
          to: (answer) => {
            void life.kill()
            return answer
          },
        }
      : null,
  )
}

/** Makes voids, cancellations and consolidations, which are too rare to meet a crash there by chance. */
function provoke({ tills, owner }: MishapDeps) {
  const timer = setInterval(() => void Promise.all([tills.regret(), tills.cancel(), owner.consolidate()]), 150)
  return { stop: () => clearInterval(timer) }
}

const faultNow = (fault: LineFault): ProxyFault =>
  fault.kind === 'late' ? { kind: 'delay', until: pause(fault.ms) } : fault
