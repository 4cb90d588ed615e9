import { chanceOf } from '../faults/chance.ts'
import type { Judgement } from '../faults/oracle.ts'
import { Answers } from './answers.ts'
import { type Chain, openChain } from './chain.ts'
import { GatewayOutlet } from './gateway-outlet.ts'
import { type Befell, befall } from './mishaps.ts'
import { Outlet } from './outlet.ts'
import { comeToRest, compare, verify } from './verdict.ts'
import { openWay } from './way.ts'

export interface ChainRun {
  readonly documents: number
  readonly outlets: number
  readonly seed: number
  /** Of the whole chain, each second. */
  readonly rate: number
  /** Whether the run includes mishaps that take long. */
  readonly isWhole: boolean
}

export interface ChainFigures extends Judgement {
  readonly seconds: number
  readonly sellingSeconds: number
  readonly answers: Answers
  readonly befell: readonly Befell[]
  readonly absences: number
  /** How many documents were in doubt. */
  readonly doubted: number
  /** Processes that ended by themselves and were started again. */
  readonly ended: readonly string[]
  readonly wrongs: readonly string[]
}

/** Outlets with their own Resit, which need most of the memory. */
const gatewayOutlets = 3

/** Longer than any freeze, so that nothing is sent again while the first request may still arrive. */
const quarantineMs = { whole: 60_000, brief: 5_000 } as const

/**
 * Outlets sell while failures meet their head office. Then everything recovers, and the result is checked. @param say
 * gets the progress
 */
export async function proveChain(run: ChainRun, say: (line: string) => void): Promise<ChainFigures> {
  const chain = await openChain(chanceOf(run.seed + 2), run.isWhole ? quarantineMs.whole : quarantineMs.brief)
  const begunMs = performance.now()
  const seconds = () => Math.round((performance.now() - begunMs) / 1000)
  const tell = (line: string) => say(`${String(seconds()).padStart(4)} s: ${line}`)
  const answers = new Answers()
  const gateways: GatewayOutlet[] = []
  try {
    const { selling, outlets } = await openOutlets(run, chain, { answers, gateways })
    tell(`${run.outlets} outlets sell to ${chain.offices.ports.length} processes over ${chain.cluster.url}`)
    answers.begin()
    let isOver = false
    const reporting = setInterval(() => tell(`${answers.kept.size} answered for`), 30_000)
    const sold = selling().finally(() => {
      isOver = true
    })
    const [befell] = await Promise.all([
      befall({ ...chain, answers }, { seed: run.seed, isBrief: !run.isWhole, say: tell }, () => isOver),
      sold,
    ]).finally(() => clearInterval(reporting))
    const sellingSeconds = seconds()
    tell(`peace: ${answers.kept.size} answered for`)
    const left = await comeToRest(chain, gateways)
    const wrongs = [...answers.wrongs, ...(left === null ? [] : [left]), ...(await verify(chain))]
    for (const gateway of gateways) await gateway.stop()
    const codes = await chain.offices.stop()
    if (codes.some((code) => code !== 0)) wrongs.push(`SIGTERM ended with ${codes.join(', ')}`)
    const judgement = await compare(chain, answers)
    const absences = [...outlets, ...gateways].reduce((sum, outlet) => sum + outlet.absences, 0)
    const [row] = await chain.cluster.ask(
      'resit',
      "SELECT count(*)::int AS count FROM event WHERE type = 'outcome_unknown'",
    )
    const doubted = Number(row?.['count'])
    const { ended } = chain.offices
    return { ...judgement, seconds: seconds(), sellingSeconds, answers, befell, absences, doubted, ended, wrongs }
  } finally {
    for (const gateway of gateways) await gateway.stop()
    await chain.close()
  }
}

async function openOutlets(
  { documents, outlets: count, seed, rate }: ChainRun,
  chain: Chain,
  { answers, gateways }: { readonly answers: Answers; readonly gateways: GatewayOutlet[] },
) {
  const { lab, offices, companies, pace } = chain
  const forMs = (documents / rate) * 1_000
  const each = Math.ceil(documents / count)
  const outlets: Outlet[] = []
  for (let outlet = 0; outlet < count; outlet += 1) {
    const company = companies[outlet % companies.length]
    if (!company) throw new Error('no company')
    const token = await chain.token(outlet, company)
    const chance = chanceOf(seed + 100 + outlet)
    if (outlet < Math.min(gatewayOutlets, count)) {
      const way = await openWay(offices.ports)
      const gateway = new GatewayOutlet({ lab, outlet, company, token, way, env: pace }, answers, chance)
      await gateway.start()
      gateways.push(gateway)
    } else {
      const { companyCode } = company.profile
      outlets.push(
        new Outlet({ outlet, companyCode, token, ports: offices.ports, sales: each, forMs }, answers, chance),
      )
    }
  }
  const selling = async () => {
    await Promise.all([
      ...outlets.map((outlet) => outlet.run()),
      ...gateways.map((gateway) => gateway.run(each, forMs)),
    ])
  }
  return { outlets, selling }
}
