import { type ReactNode, useEffect } from 'react'
import { desktop, useDesktop } from '../gateway/desktop.ts'
import { desktopBannerWords } from '../words/desktop-banner.ts'
import { useLanguage, useWords } from '../words/language.ts'
import style from './desktop-banner.module.css'

/** News of the desktop program above every screen, also above the sign-in. Nothing in a browser. */
export function DesktopBanner() {
  const say = useWords(desktopBannerWords)
  const state = useDesktop()
  const language = useLanguage()
  // Menu, tray and notifications speak the language of the screens.
  useEffect(() => void desktop?.prefer({ language }).catch(() => undefined), [language])
  if (state === null) return null
  const { gateway, keyStore, update } = state
  return (
    <>
      {(keyStore === 'locked' || keyStore === 'lost') && (
        <BannerLine tone="bad" act={say('start_program_again')} onAct={() => desktop?.startAgain({})}>
          {say(keyStore)}
        </BannerLine>
      )}
      {keyStore === 'unprotected' && gateway.isWatched && <BannerLine tone="calm">{say('unprotected')}</BannerLine>}
      {(gateway.phase === 'restarting' || gateway.phase === 'starting') && (
        <BannerLine tone="calm">{say(gateway.phase, { count: gateway.restarts })}</BannerLine>
      )}
      {gateway.phase === 'away' && <BannerLine tone="bad">{say('away')}</BannerLine>}
      {gateway.phase === 'refused' && (
        <BannerLine tone="bad" act={say('start_again')} onAct={() => desktop?.restartGateway({})}>
          {say('refused')} <bdi>{gateway.sentence}</bdi>
        </BannerLine>
      )}
      {update.phase === 'ready' && (
        <BannerLine tone="calm" act={say('update_now')} onAct={() => desktop?.applyUpdate({})}>
          {say('update_ready', { version: update.offered ?? '' })}{' '}
          {update.blockReason === 'in_flight' && say('update_in_flight')}
          {update.blockReason === 'administrator' && say('update_administrator')}
        </BannerLine>
      )}
      {update.phase === 'refused' && <BannerLine tone="bad">{say('update_refused')}</BannerLine>}
    </>
  )
}

interface LineFacts {
  readonly tone: 'calm' | 'bad'
  readonly act?: string
  readonly onAct?: () => unknown
  readonly children: ReactNode
}

function BannerLine({ tone, act, onAct, children }: LineFacts) {
  return (
    <div className={style['banner']} data-tone={tone} role="status">
      <span>{children}</span>
      {act !== undefined && (
        <button type="button" onClick={() => void onAct?.()}>
          {act}
        </button>
      )}
    </div>
  )
}
