import { useCallbackRef } from '@mantine/hooks'
import { useEffect } from 'react'

/** A scanner types faster than a person does, also a slow one without a cable, and ends with Enter. */
const longestPauseMs = 120
const fewestCharacters = 3

type ScanListener = (text: string) => void

/** Who wants a scan before anybody else; the last one to ask comes first. */
const takers: ScanListener[] = []

/** For as long as the caller is on the screen, scans are for it. */
export function useTakeScans(onScan: ScanListener): void {
  const taken = useCallbackRef(onScan)
  useEffect(() => {
    takers.push(taken)
    return () => void takers.splice(takers.indexOf(taken), 1)
  }, [taken])
}

/**
 * Hears barcode scans wherever the focus is, except in a field: there the scanner types like a keyboard.
 * @param onScan gets the characters without the Enter
 */
export function useScanner(onScan: ScanListener): void {
  const heard = useCallbackRef(onScan)
  useEffect(() => {
    let typed = ''
    let lastAt = 0
    const onKey = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const isQuick = event.timeStamp - lastAt <= longestPauseMs
      lastAt = event.timeStamp
      if (event.key === 'Enter') {
        const scan = isQuick ? typed.trim() : ''
        typed = ''
        if (scan.length < fewestCharacters) return
        // The Enter belongs to the scan, not to the button that has the focus.
        event.preventDefault()
        event.stopPropagation()
        // A question on the screen is answered first, as with keys.
        if (document.querySelector('[data-question]') !== null) return
        const taker = takers.at(-1) ?? heard
        taker(scan)
      } else if (event.key.length === 1) typed = isQuick ? typed + event.key : event.key
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [heard])
}

/** These are inputs, too, and nothing can be typed into them. */
const choices: readonly string[] = ['radio', 'checkbox']

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !choices.includes(target.type)
    : target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The code of a buyer's MyInvois app is base64 of a GUID (myinvois 2, E11); a receipt's GUID stands there as it is. */
export function isBuyersCode(text: string): boolean {
  try {
    return guid.test(atob(text).trim())
  } catch {
    return false
  }
}

let kept: string | null = null

/** For the screen that opens next; never in an address, which is written down. */
export const keepScan = (text: string): void => {
  kept = text
}

/** @returns what was scanned for this screen, once */
export function takeScan(): string | null {
  const taken = kept
  kept = null
  return taken
}
