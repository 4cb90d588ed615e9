import type { Authority } from '../../authority/port.ts'
import type { Check } from './check.ts'

/** How our clock stands to the authority's; nothing where none of its answers was heard yet. */
export function clockChecks({ clock }: Pick<Authority, 'clock'>): readonly Check[] {
  const { kind, offsetMs } = clock.status()
  const values = { minutes: String(Math.max(1, Math.round(Math.abs(offsetMs) / 60_000))) }
  switch (kind) {
    case 'unknown':
      return []
    case 'right':
      return [{ name: 'clock', verdict: 'good', says: 'clock_right' }]
    case 'off':
      return [{ name: 'clock', verdict: 'warning', says: 'clock_off', values }]
    case 'wrong':
      return [{ name: 'clock', verdict: 'bad', says: 'clock_wrong', values }]
  }
}
