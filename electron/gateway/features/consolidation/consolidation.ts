import { Fault } from '../../../../shared/api/faults.ts'
import { type PlannedDocument, planConsolidation } from '../../../../shared/domain/consolidation-plan.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { ConsolidationRun, RunStart } from '../../store/port/consolidation.ts'
import type { Company } from '../../store/port/port.ts'
import { type ConsolidationDeps, makeDocuments } from './make.ts'
import { type ConsolidationScope, readTillReceipts, rulesOf, tillsWithReceipts } from './receipts.ts'

export interface Preview {
  readonly documents: readonly PlannedDocument[]
  /** Receipts that fit into none. */
  readonly leftOver: number
  /** The number of receipts with nothing left to pay, and of their notes. */
  readonly closed: number
}

/** Runs of consolidation: at most one of a company at a time, and one that was stopped is taken up again. */
export class Consolidation {
  readonly #deps: ConsolidationDeps
  readonly #running = new Map<string, Promise<void>>()
  #isStopped = false

  constructor(deps: ConsolidationDeps) {
    this.#deps = deps
  }

  /** Stores nothing. It plans one till after the other, so that a month fits into memory. */
  async *preview(scope: ConsolidationScope): AsyncIterable<Preview> {
    const { consolidations } = this.#deps
    for (const till of await tillsWithReceipts(consolidations, scope)) {
      const { receipts, unreadable } = await readTillReceipts(consolidations, till, scope)
      const { documents, left, closed } = planConsolidation(receipts, rulesOf(scope.company).lines)
      yield { documents, leftOver: left.length + unreadable.length, closed: closed.flat().length }
    }
  }

  /**
   * Returns when the run is durable; the run then continues without the caller.
   * @throws Fault consolidation_running if a run of the company is not finished
   */
  async begin(scope: ConsolidationScope, by: string): Promise<RunStart> {
    const { consolidations, randomness, clock } = this.#deps
    const { company, lastDay, discloses = false } = scope
    const tills = await tillsWithReceipts(consolidations, scope)
    const run: RunStart = {
      id: randomness.guid(),
      companyGuid: company.profile.companyGuid,
      by,
      lastDay,
      discloses,
      planned: tills.reduce((sum, { count }) => sum + count, 0),
      startedAt: clock.now(),
    }
    if (!(await consolidations.begin(run))) throw new Fault('consolidation_running')
    checkpoint('consolidation_begun')
    this.#goOn(run, company)
    return run
  }

  /** Takes up what a stop broke off. */
  async resume(): Promise<void> {
    this.#isStopped = false
    for (const run of await this.#deps.consolidations.unfinished()) {
      const company = await this.#deps.companies.byGuid(run.companyGuid)
      if (company && !this.#running.has(run.id)) this.#goOn(run, company)
    }
  }

  /** The document that is being stored is finished; the next start does the rest. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running.values())
  }

  #goOn(run: RunStart | ConsolidationRun, company: Company): void {
    const { log } = this.#deps
    const work = this.#work(run, company)
      .catch((err: unknown) => log.error({ err, run: run.id }, 'a consolidation could not be finished; it is taken up'))
      .finally(() => this.#running.delete(run.id))
    this.#running.set(run.id, work)
  }

  async #work({ id, by, lastDay, discloses = false }: RunStart, company: Company): Promise<void> {
    const { consolidations, clock, log } = this.#deps
    const scope = { company, lastDay, discloses }
    const isStopped = () => this.#isStopped
    let leftOver = 0
    for (const till of await tillsWithReceipts(consolidations, scope)) {
      if (isStopped()) return
      leftOver += await makeDocuments(this.#deps, till, { ...scope, runId: id, by, isStopped })
    }
    if (isStopped()) return
    await consolidations.finish(id, clock.now(), leftOver)
    checkpoint('consolidation_finished')
    if (leftOver > 0) log.warn({ run: id, leftOver }, 'receipts fit into no consolidated document')
  }
}
