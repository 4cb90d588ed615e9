import { failingValues, failingWebhooks } from '../../../../shared/domain/webhook-failing.ts'
import type { Webhooks } from '../../store/port/webhooks.ts'
import type { Check } from './check.ts'

/** Whether those who are to be told are told; nothing where nobody is. */
export async function webhookChecks(webhooks: Pick<Webhooks, 'targets'>): Promise<readonly Check[]> {
  const targets = await webhooks.targets()
  if (targets.length === 0) return []
  const failing = failingWebhooks(targets)
  return failing.length === 0
    ? [{ name: 'webhooks', verdict: 'good', says: 'webhooks_heard', values: { count: String(targets.length) } }]
    : [{ name: 'webhooks', verdict: 'warning', says: 'webhooks_failing', values: failingValues(failing) }]
}
