/**
 * How long to wait for what has to come: build/machine-unit.ts measures the machine for it. Where it is reached, what
 * is waited for hangs.
 */
export const hangMs = Math.round(Number(process.env['TESTS_HANG_LIMIT_MS'] ?? 120_000) / 2)
