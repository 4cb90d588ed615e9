import { Notification, type NotificationConstructorOptions } from 'electron'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { translate } from '../../../shared/words/engine.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { GatewayHealth } from '../../gateway-host/messages.ts'

/** A notice of what became worse, for a person who does not look at the window. It is shown once. */
export function noticeIfWorse(before: GatewayHealth | null, now: GatewayHealth, language: Language) {
  const { needs_person, look_here } = desktopWords[language]
  if (now.needPerson > (before?.needPerson ?? 0)) {
    const count = String(now.needPerson)
    return { title: needs_person, body: translate(desktopWords, language, 'needs_person_text', { count }) }
  }
  return now.verdict === 'bad' && before?.verdict !== 'bad' ? { title: look_here, body: now.sentence } : null
}

export function notify(notice: NotificationConstructorOptions, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ ...notice, silent: false })
  notification.on('click', onClick)
  notification.show()
}
