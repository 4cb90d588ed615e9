import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { Company } from '../../electron/gateway/store/port/port.ts'
import type { Chance } from '../faults/chance.ts'
import { askAt } from '../support/ask-at.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import type { Answers } from './answers.ts'
import type { Way } from './way.ts'

interface GatewayPlace {
  readonly lab: string
  readonly outlet: number
  readonly company: Company
  readonly token: string
  readonly way: Way
  readonly env: Environment
}

/** An outlet with its own Resit. It sells without the head office, and is killed while it sells. */
export class GatewayOutlet {
  readonly #place: GatewayPlace
  readonly #answers: Answers
  readonly #chance: Chance
  #process: GatewayProcess | null = null
  absences = 0

  constructor(place: GatewayPlace, answers: Answers, chance: Chance) {
    this.#place = place
    this.#answers = answers
    this.#chance = chance
  }

  get #dataDir(): string {
    return join(this.#place.lab, `outlet-${this.#place.outlet}`)
  }

  async start(): Promise<void> {
    const { company, token, way, env } = this.#place
    mkdirSync(this.#dataDir, { recursive: true })
    this.#process = await spawnGateway(this.#dataDir, {
      ...env,
      RESIT_AUTHORITY: 'gateway',
      RESIT_UPSTREAM_URL: `${way.url}/v1`,
      RESIT_UPSTREAM_TOKEN: token,
    })
    const { companyGuid, companyCode, tin } = company.profile
    const told = await this.ask('/operator/v1/companies', {
      body: { ...demoCompanyRequest, COMPANY_GUID: companyGuid, COMPANY_CODE: companyCode, TIN: tin },
    })
    if (told?.status !== 200) throw new Error(`an outlet cannot be set up: ${JSON.stringify(told)}`)
  }

  /** Makes sales. For some time the head office is away, and once the gateway is killed. */
  async run(sales: number, forMs: number): Promise<void> {
    const leavesAt = Math.floor(sales * (0.2 + 0.3 * this.#chance.fraction()))
    const returnsAt = leavesAt + Math.ceil(sales * 0.2)
    const diesAt = this.#chance.upTo(sales)
    for (let n = 0; n < sales; n += 1) {
      if (n === leavesAt) this.absences += 1
      if (n === leavesAt || n === returnsAt) this.#place.way.setOpen(n === returnsAt)
      if (n === diesAt) await this.#dieAndStart()
      await this.#sell(n)
      await pause((2 * forMs * this.#chance.fraction()) / sales)
    }
    this.#place.way.setOpen(true)
  }

  /** @returns its unfinished documents */
  async left(): Promise<number> {
    const told = await this.ask('/operator/v1/queue')
    const lanes = (told?.body['lanes'] ?? [{ count: 1 }]) as readonly { readonly count: number }[]
    return lanes.reduce((sum, { count }) => sum + count, 0)
  }

  async stop(): Promise<void> {
    await this.#process?.stop()
    this.#place.way.close()
  }

  ask: ReturnType<typeof askAt> = (path, question) => askAt(this.#dataDir, this.#process?.port ?? 0)(path, question)

  async #dieAndStart(): Promise<void> {
    await this.#process?.stop('SIGKILL')
    await this.start()
  }

  async #sell(n: number): Promise<void> {
    const { outlet, company } = this.#place
    const saleGuid = `5e1d0000-0000-4000-8${String(outlet).padStart(3, '0')}-${String(n + 1).padStart(12, '0')}`
    const names = { COMPANY_CODE: company.profile.companyCode, OUTLET_NAME: `Outlet ${outlet}`, SALE_GUID: saleGuid }
    const body = invoice(`s${n + 1}`, names)
    for (;;) {
      const told = await this.ask('/v1/sale/invoice_submission', { body })
      this.#answers.count(`at an outlet's own gateway ${told?.status ?? 0}`)
      if (told?.status === 200 || told?.status === 202) return this.#answers.keepElsewhere(saleGuid)
      await pause(100)
    }
  }
}
