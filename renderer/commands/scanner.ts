import { useCallbackRef } from '@mantine/hooks'
import { useEffect } from 'react'

/** No person types as fast; a scanner without a cable may be slower, and is known where there is no field. */
const quickMs = 120
const slowestMs = 500
/** A person may type fewer as fast: three where there is no field, six in one. */
const [fewest, fewestInField] = [3, 6]
/** So fast not even one. */
const instantMs = 35

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

/** What came in a row: how many characters, those typed outside of every field, and the longest pause between two. */
let row = { count: 0, outside: '', pauseMs: 0 }
let lastAt = 0
let lastField: EventTarget | null = null

/** Whether the Enter that is heard now ends a scan into a field: there may be more lines of it. */
export const isEndOfScan = (): boolean => row.count >= fewestInField && row.pauseMs <= quickMs

/** Goes on with the row, or begins another. @returns whether it came outside of every field, or to what began there */
function isHeardOutside({ target, timeStamp }: KeyboardEvent): boolean {
  const pauseMs = timeStamp - lastAt
  lastAt = timeStamp
  const isOutside = !isField(target) || (row.outside !== '' && pauseMs <= quickMs)
  const isSameField = isOutside || target === lastField
  lastField = target
  if (isSameField && pauseMs <= (isOutside ? slowestMs : quickMs))
    row.pauseMs = Math.max(row.pauseMs, row.count && pauseMs)
  else row = { count: 0, outside: '', pauseMs: 0 }
  return isOutside
}

/**
 * Hears barcode scans wherever the focus is, except in a field: there the scanner types like a keyboard, and only the code
 * of a buyer's app is taken out again. A scan that began outside stays there, also if a field gets the focus meanwhile.
 * @param onScan gets the characters without the Enter
 */
export function useScanner(onScan: ScanListener): void {
  const heard = useCallbackRef(onScan)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || (key !== 'Enter' && key.length !== 1)) return
      const isOutside = isHeardOutside(event)
      if (key !== 'Enter') {
        // No code begins with a space, which ticks a box.
        row = { ...row, count: row.count + 1, outside: isOutside ? (row.outside + key).trimStart() : '' }
        if (isOutside && isField(target)) event.preventDefault()
        return
      }
      const scan = isOutside ? row.outside.trim() : takenFrom(target)
      row.outside = ''
      if (scan.length < fewest && (scan === '' || row.pauseMs > instantMs)) return
      // The Enter belongs to the scan, not to what has the focus.
      event.preventDefault()
      event.stopPropagation()
      // A question on the screen is answered first, as with keys.
      if (document.querySelector('[data-question]') !== null) return
      const taker = takers.at(-1) ?? heard
      taker(scan)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [heard])
}

/** How long the code of a buyer's app is, without and with a line break in it. */
const codeLengths = [48, 52]

/** @returns the code of a buyer's app that was scanned into a field, which is again as it was before */
function takenFrom(field: EventTarget | null): string {
  if (!(field instanceof HTMLInputElement)) return ''
  const length = codeLengths.find((each) => isBuyersCode(field.value.slice(-each)))
  if (length === undefined) return ''
  const code = field.value.slice(-length)
  // By the browser's own setter, so that the form hears of it as if it were typed.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, field.value.slice(0, -length))
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return code
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
