/** Programs without a window, by name, and their first source. */
export const programs = {
  gateway: 'electron/headless/main.ts',
  'head-office': 'build/trial-head-office.ts',
  resit: 'electron/headless/resit.ts',
} as const

export type ProgramName = keyof typeof programs
