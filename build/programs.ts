/** What runs without a window, by name, and the source that it begins with. */
export const programs = {
  gateway: 'electron/headless/main.ts',
  'head-office': 'build/trial-head-office.ts',
  resit: 'electron/headless/resit.ts',
} as const

export type ProgramName = keyof typeof programs
