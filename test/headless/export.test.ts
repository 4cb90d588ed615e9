import { expect, test } from 'vitest'
import type { GatewayClient } from '../../electron/headless/cli/calls-over.ts'
import { printExport } from '../../electron/headless/cli/export.ts'

test.each(['csv', 'json'] as const)(
  'an export as %s has written each page before it asks for the next (RD1)',
  async (format) => {
    const pages = 50
    let written = 0
    const writtenAtEach: number[] = []
    const reached = {
      call: async (_: string, { query }: { readonly query: { readonly after?: string } }) => {
        writtenAtEach.push(written)
        const page = Number(query.after ?? '0')
        return { items: Array.from({ length: 20 }, () => ({})), next: page + 1 < pages ? String(page + 1) : null }
      },
    } as unknown as GatewayClient
    const period = { from: '2026-11-01', to: '2026-11-30', format }
    await printExport((text) => void (written += text.length >= 3 ? 1 : 0), reached, period)
    expect(writtenAtEach).toHaveLength(pages)
    expect(writtenAtEach.every((count, page) => count >= 20 * page)).toBe(true)
  },
)
