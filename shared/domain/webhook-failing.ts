/** Its server is away, or refuses what it is told. */
export interface FailingWebhook {
  readonly host: string
  readonly waiting: number
  /** Refused too often: they wait for a replay. */
  readonly failed: number
}

interface Target {
  readonly url: string
  /** Tries in a row at which nobody was there. */
  readonly failures: number
  readonly waiting: number
  readonly failed: number
}

/** With the usual pauses an hour in which nobody was there. */
const mostFailures = 12

/** Those that a person has to look at: away for long, or refusing what they are told so often that it was given up. */
export const failingWebhooks = (targets: readonly Target[]): readonly FailingWebhook[] =>
  targets
    .filter(({ failures, failed }) => failures >= mostFailures || failed > 0)
    .map(({ url, waiting, failed }) => ({ host: url.split('/')[2] ?? '', waiting, failed }))

/** Figures for a sentence about all of them. Of an address only its host: what follows may be a secret. */
export const failingValues = (webhooks: readonly FailingWebhook[]): Readonly<Record<string, string>> => ({
  hosts: webhooks.map(({ host }) => host).join(', '),
  waiting: String(webhooks.reduce((sum, { waiting }) => sum + waiting, 0)),
  failed: String(webhooks.reduce((sum, { failed }) => sum + failed, 0)),
})
