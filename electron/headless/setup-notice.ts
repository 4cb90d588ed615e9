import type { Settings } from '../gateway/settings/settings.ts'

/** For whoever started it, and nobody else: it makes the first owner (contract 1). */
export const setupNotice = (code: string, { json }: Settings): string =>
  json
    ? JSON.stringify({ event: 'setup_code', code })
    : `Nobody can sign in yet. Open the screens and make the first owner with this set-up code: ${code}`
