import { useCallbackRef } from '@mantine/hooks'
import { useEffect } from 'react'
import { nullIfThrown } from '../../shared/domain/null-if-thrown.ts'

/**
 * The longest pause between two characters of a scan into a field. No person types so fast. Outside of fields wireless
 * scanners may be slower.
 */
const quickMs = 120
const slowestMs = 500
/** As long as the pauses in a field are not longer, what was typed there may be the number of a sale. */
const slowestInFieldMs = 200
/** The shortest scan outside of fields, and in a field. A person may type fewer characters as fast. */
const [fewest, fewestInField] = [3, 6]
/** No person types even two characters so fast. */
const instantMs = 35

/** @param restore if it was typed into a field: makes the field as it was before */
type ScanListener = (text: string, restore?: () => void) => void

/** Components that take a buyer’s code. The last one added comes first. */
const takers: ScanListener[] = []

/** As long as the component is on the screen, it gets the scanned codes of buyers. */
export function useTakeScans(onScan: ScanListener): void {
  const taken = useCallbackRef(onScan)
  useEffect(() => {
    takers.push(taken)
    return () => void takers.splice(takers.indexOf(taken), 1)
  }, [taken])
}

/** Characters that came quickly one after the other, those outside of fields, the longest pause, and the field before. */
let row = { typed: '', outside: '', pauseMs: 0, before: '' }
let lastAt = 0
let lastField: EventTarget | null = null

/** Whether this Enter ends a line of a scan into a field. More lines may follow. */
export const isEnterFromScanner = (): boolean => row.typed.length >= fewestInField && row.pauseMs <= quickMs

/**
 * Adds the key to the row, or begins a new row.
 * @returns whether the key was typed outside of fields, or belongs to a row that began there
 */
function isHeardOutside({ target, timeStamp }: KeyboardEvent): boolean {
  const pauseMs = timeStamp - lastAt
  lastAt = timeStamp
  const isOutside = !isField(target) || (row.outside !== '' && pauseMs <= quickMs)
  const isSameField = isOutside || target === lastField
  lastField = target
  // What is typed for the next screen stays together, however slowly it is typed.
  const isWhole = isOutside && kept === ''
  if (isSameField && (isWhole || pauseMs <= (isOutside ? slowestMs : slowestInFieldMs)))
    row.pauseMs = Math.max(row.pauseMs, row.typed === '' ? 0 : pauseMs)
  else row = { typed: '', outside: '', pauseMs: 0, before: target instanceof HTMLInputElement ? target.value : '' }
  return isOutside
}

/**
 * Listens for barcode scans. In a field the scanner types like a keyboard; only the code of a buyer's app and the number
 * of a sale are taken out again. A scan that began outside of fields is not typed into a field that gets the focus
 * meanwhile.
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
        // No code begins with a space, and Space ticks a box.
        row = { ...row, typed: row.typed + key, outside: isOutside ? (row.outside + key).trimStart() : '' }
        if (isOutside && isField(target)) event.preventDefault()
        return
      }
      const scan = isOutside ? row.outside.trim() : takenFrom(target, heard)
      row.outside = ''
      if (scan.length < fewest && (scan === '' || row.pauseMs > instantMs)) return
      // The Enter belongs to the scan, not to the focused element.
      event.preventDefault()
      event.stopPropagation()
      // An open question is answered first.
      if (document.querySelector('[data-question]') !== null) return
      const taker = isBuyersCode(scan) ? takers.at(-1) : undefined
      ;(taker ?? heard)(scan)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [heard])
}

/** Fields that ask for the number of a sale. In a question no scan is heard. */
const keepsNumber = '[data-at$=DOCUMENT_NUMBER], [data-at$=AUTHORITY_UUID], [data-at=SALE_CODE], [data-question] *'

/**
 * Takes a buyer's code out of the field into which it was scanned. The field is as before. Other texts stay there, unless
 * they turn out to be the number of a sale.
 * @returns the code; empty if there is none
 */
function takenFrom(field: EventTarget | null, heard: ScanListener): string {
  const { typed, before } = row
  if (!(field instanceof HTMLInputElement)) return ''
  const restore = () => {
    // Set by the browser's own setter, because React ignores a plain assignment.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, before)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const isCode = isBuyersCode(typed)
  // So many digits that came so quickly are a barcode and no amount.
  if (isCode || (field.inputMode === 'decimal' && /^\d{8,}$/.test(typed))) restore()
  if (!isCode && /^(?=.*\d)\S{6,}$/.test(typed) && field.type === 'text' && !field.matches(keepsNumber))
    heard(typed, restore)
  return isCode ? typed : ''
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !['radio', 'checkbox'].includes(target.type)
    : target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The code of a buyer's MyInvois app is a GUID in base64 (myinvois 2, E11). The QR code of a receipt has its GUID as
 * text.
 */
export const isBuyersCode = (text: string): boolean => nullIfThrown(() => guid.test(atob(text).trim())) ?? false

/** Empty while what is typed is kept. */
let kept: string | null = null

/** Keeps a scan for the next screen. It is in no address, because addresses are logged. */
export const keepScan = (text: string): void => {
  kept = text
}

/** What is typed outside of fields from now on is kept for the next screen, until it has drawn its field. */
export function keepTyping(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  row.outside = ''
  kept = ''
}

/** @returns the scan for this screen; null if none was kept, and the second time */
export function takeScan(): string | null {
  if (kept === '') return null
  const taken = kept
  kept = null
  return taken
}

/** @returns what was typed for this screen; null if that was not kept, and the second time */
export function takeTyped(): string | null {
  if (kept !== '') return null
  const taken = row.outside
  row.outside = ''
  kept = null
  return taken
}
