import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Company } from '../../electron/gateway/store/port/port.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { startQuietAuthority } from './quiet-authority.ts'

/** An authority for several processes. A submission takes so long that a test can kill the sender meanwhile. */
export async function startSlowAuthority(companies: readonly Company[], delayMs: number) {
  const practice = await startQuietAuthority({
    rateScale: 100_000,
    validationMs: 20,
    companies: async () => companies.map(({ profile }) => profile),
  })
  onTestFinished(() => practice.close())
  const way = await startFaultProxy(practice.url)
  onTestFinished(() => way.close())
  way.rule(/documentsubmissions/, () => ({ kind: 'delay', until: pause(delayMs) }))
  return { practice, url: way.url }
}
