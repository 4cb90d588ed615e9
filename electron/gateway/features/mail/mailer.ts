import { z } from 'zod'
import { mailSettingsShape } from '../../../../shared/api/operator/mail.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { handOver, type MailMessage, type MailOutcome } from '../../platform/outgoing/smtp.ts'
import type { Secrets } from '../../ports.ts'
import { loopbackHosts } from '../../settings/values.ts'
import type { Settings } from '../../store/port/port.ts'

const keptSettings = z.object(mailSettingsShape)
export type MailSettings = z.output<typeof keptSettings>

const settingName = 'mail'
const secretName = 'mail/password'
const off: MailSettings = {
  host: '',
  port: 587,
  user: '',
  sender: '',
  language: 'en',
  automatic: false,
  alerts_to: '',
  quiet_hours: '',
}

export type Mailer = ReturnType<typeof mailerWith>

/** Sends messages with the owner's mail server. The caller sees to it that a message goes once. */
export function mailerWith(kept: Pick<Settings, 'get' | 'set'>, secrets: Secrets) {
  /** Without a host nothing is sent. */
  async function settings(): Promise<MailSettings> {
    const text = await kept.get(settingName)
    return text ? keptSettings.parse(JSON.parse(text)) : off
  }
  return {
    settings,
    /** @param password null to keep the one before, which goes to no other host or user */
    async save(now: MailSettings, password: string | null, { by, at }: { by: string; at: EpochMs }): Promise<void> {
      const before = await settings()
      const isSame = before.host === now.host && before.user === now.user
      if (password !== null || !isSame) await secrets.set(secretName, password ?? '')
      await kept.set(settingName, JSON.stringify(now), by, at)
    },
    async send(message: MailMessage, stopping?: AbortSignal): Promise<MailOutcome> {
      const server = await settings()
      const password = (await secrets.get(secretName)) ?? ''
      const isOnThisMachine = loopbackHosts.includes(server.host)
      return handOver({ ...server, password, isOnThisMachine }, message, stopping)
    },
  }
}
