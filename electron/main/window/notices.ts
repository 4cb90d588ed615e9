import { Notification } from 'electron'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { GatewayState } from '../../gateway-host/messages.ts'

/** Something a person should know of although the window is not looked at. */
export interface Notice {
  readonly title: string
  readonly body: string
}

/** What became worse since the last look; what was said once is not said again. */
export function noticeOf(before: GatewayState | null, now: GatewayState, language: Language): Notice | null {
  const words = desktopWords[language]
  if (now.needPerson > (before?.needPerson ?? 0))
    return {
      title: words.needs_person,
      body: sayIn(desktopWords, language, 'needs_person_text', { count: String(now.needPerson) }),
    }
  if (now.verdict === 'bad' && before?.verdict !== 'bad') return { title: words.look_here, body: now.sentence }
  return null
}

/** An update that a person has to let happen, at a moment when nothing is being sent. */
export function updateNotice(version: string, language: Language): Notice {
  const body = sayIn(desktopWords, language, 'update_waits_text', { version })
  return { title: desktopWords[language].update_waits, body }
}

export function notify(notice: Notice, onClick: () => void): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ ...notice, silent: false })
  notification.on('click', onClick)
  notification.show()
}
