import type { Clock } from '../../ports.ts'
import { AuthorityClock } from '../authority-clock.ts'
import { Api, type UpstreamSettings } from './api.ts'

/** Tells the other gateway how this one stands. @throws Error where it was not taken */
export function reporter(settings: UpstreamSettings, own: Clock): (report: object) => Promise<void> {
  // The interface ends in a version; the operator API stands beside it.
  const url = new URL('../operator/v1', `${settings.url}/`).href
  const api = new Api({ ...settings, url }, new AuthorityClock(own))
  return async (report) => {
    const result = await api.call({ method: 'POST', path: '/outlets/reports', body: JSON.stringify(report) })
    if (result.kind !== 'answered') throw new Error('no answer')
    if (result.status !== 200) throw new Error(`answered with ${result.status}`)
  }
}
