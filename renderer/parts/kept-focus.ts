import { useDebouncedCallback, useMutationObserverTarget, useWindowEvent } from '@mantine/hooks'
import { useRef } from 'react'

const observed: MutationObserverInit = { subtree: true, childList: true, attributeFilter: ['disabled'] }
/** A question or a menu that closes sets the focus itself, within this time. */
const settledMs = 100

/**
 * If the focused element disappears, the focus moves to the safe button of the open question. Without a question it moves
 * back to a button that was only busy, also if it waited for a question that is closed, or to the heading. Otherwise the
 * browser would start again at the top of the page. After a click outside of all controls nothing has the focus, and
 * that stays so.
 */
export function useKeptFocus(focusHeading: () => void): void {
  const last = useRef<Element>(null)
  const outsideQuestions = useRef<Element>(null)
  const remember = ({ type, target }: Event) => {
    last.current = type === 'focusin' && target instanceof Element ? target : null
    if (last.current && !last.current.closest('[data-question]')) outsideQuestions.current = last.current
  }
  useWindowEvent('focusin', remember)
  useWindowEvent('pointerdown', remember)
  const keep = useDebouncedCallback(() => {
    const was = last.current?.isConnected === false ? outsideQuestions.current : last.current
    const isUsable = was?.isConnected === true && !was.matches(':disabled')
    const isLost = document.activeElement === document.body || (document.activeElement === was && !isUsable)
    if (was === null || !isLost || was.matches('body [data-loading]')) return
    const next = document.querySelector('[data-question] [data-autofocus]') ?? (isUsable ? was : null)
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else focusHeading()
  }, settledMs)
  useMutationObserverTarget(keep, observed, document.body)
}
