import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { archives } from '../../../../shared/api/operator/upkeep.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { isPastRetention } from '../../../../shared/domain/archive-month.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Clock, Log } from '../../ports.ts'
import type { ArchiveStep, Upkeep } from '../../store/port/port.ts'

interface ArchiveDeps {
  readonly upkeep: Pick<Upkeep, 'archives' | 'archiveOn'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Closed months apart from what goes on. Nothing is ever deleted here: what the law asks for no more is only said to be so. */
export function archiveHandlers({ upkeep, clock, log }: ArchiveDeps) {
  const list = async (): Promise<z.output<typeof archives>> => ({
    items: (await upkeep.archives()).map(
      ({ name, firstLine, lastLine, bytes, madeAt, isLost, isDetached, isDone }) => ({
        file: name,
        first_line: firstLine,
        last_line: lastLine,
        bytes,
        made_at: toWire(madeAt),
        lost: isLost,
        detached: isDetached,
        done: isDone,
        past_retention: isPastRetention(name, clock.now()),
      }),
    ),
  })
  const listArchives: OperatorHandler<'listArchives'> = async () => ok(await list())
  const makeArchive: OperatorHandler<'makeArchive'> = async () => {
    try {
      // One month, with its rows; the next one is asked for anew.
      for (let step: ArchiveStep = 'made'; step !== 'done' && step !== 'nothing'; )
        step = await upkeep.archiveOn(clock.now())
    } catch (cause) {
      log.error({ err: cause }, 'a closed month could not be archived')
      throw new Fault('storage_unavailable', { cause })
    }
    return ok(await list())
  }
  return { listArchives, makeArchive }
}
