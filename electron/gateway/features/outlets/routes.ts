import { outletHealthSchema } from '../../../../shared/api/operator/health.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import type { OutletKey, VisibleSales } from '../../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { StoredOutletReport, Tokens } from '../../store/port/port.ts'

export interface OutletDeps {
  readonly tokens: Pick<Tokens, 'reported' | 'reports'>
  readonly clock: Pick<Clock, 'now'>
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** An outlet reports once a minute: a restart of its computer, or of its line, takes less. */
const silentAfterMs = 15 * minuteMs
/** A long weekend. */
const closedForMs = 4 * dayMs

/** An outlet that ended in order is closed, as at night, but only for a few days. */
function stateOf({ heardAt, report }: StoredOutletReport, now: EpochMs): 'open' | 'closed' | 'silent' {
  const { closing } = readReport(report)
  if (now - heardAt > (closing ? closedForMs : silentAfterMs)) return 'silent'
  return closing ? 'closed' : 'open'
}

const readReport = (text: string) => outletHealthSchema.parse(JSON.parse(text))

export const findSilentOutlets =
  ({ tokens, clock }: OutletDeps) =>
  async (
    sight: VisibleSales = { companyGuid: null },
  ): Promise<readonly Pick<StoredOutletReport, 'name' | 'heardAt'>[]> =>
    (await tokens.reports()).filter((outlet) => stateOf(outlet, clock.now()) === 'silent' && isHeardBy(outlet, sight))

const folded = (name: string): string => name.normalize('NFKC').toLowerCase()

/** An outlet's gateway uses a token with the outlet's name. */
function isHeardBy({ name, companyGuid: of }: StoredOutletReport, { companyGuid, outlets }: VisibleSales): boolean {
  if (companyGuid !== null && of !== null && of !== companyGuid) return false
  const isIt = (outlet: OutletKey) =>
    (of === null || of === outlet.companyGuid) && folded(outlet.outletName) === folded(name)
  return outlets === undefined || outlets.some(isIt)
}

export const outletsRoutes = ({ tokens, clock }: OutletDeps) =>
  ({
    listOutlets: async ({ caller }) => {
      const now = clock.now()
      const visible = (await tokens.reports()).filter((outlet) => isHeardBy(outlet, caller))
      return ok({
        items: visible.map((outlet) => {
          const { closing: _, ...report } = readReport(outlet.report)
          return {
            ...report,
            id: outlet.id,
            name: outlet.name,
            heard_at: toIsoTime(outlet.heardAt),
            clock_ahead_ms: Date.parse(report.at) - outlet.heardAt,
            state: stateOf(outlet, now),
          }
        }),
      })
    },
    reportOutlet: async ({ body, caller }) => {
      const now = clock.now()
      await tokens.reported(caller.id, JSON.stringify(body), now)
      return ok({ heard_at: toIsoTime(now) })
    },
  }) satisfies Partial<OperatorHandlers>
