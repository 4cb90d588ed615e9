/** How long a test waits. build/machine-unit.ts measures the computer for it. What takes longer hangs. */
export const hangMs = Math.round(Number(process.env['TESTS_HANG_LIMIT_MS'] ?? 120_000) / 2)
