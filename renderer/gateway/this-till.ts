import { shown } from './shown.ts'

/** The till that this computer stands at, and the tax it usually charges; of the computer, and of nobody who uses it. */
export interface ThisTill {
  readonly COMPANY_CODE: string
  readonly OUTLET_NAME: string
  readonly TERMINAL_NAME: string
  readonly TAX_TYPE: string
  /** Percent; empty where the type has none. */
  readonly RATE: string
}

const place = 'resit.till'
const fields = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME', 'TAX_TYPE', 'RATE'] as const
/** How often another till was chosen here. */
const bound = shown(0)

function read(text: string | null): ThisTill | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<ThisTill> | null
    return kept !== null && fields.every((field) => typeof kept[field] === 'string') ? (kept as ThisTill) : null
  } catch {
    return null
  }
}

let text: string | null = null
let till: ThisTill | null = null

/** Null until somebody said which it is. */
export function thisTill(): ThisTill | null {
  const now = localStorage.getItem(place)
  if (now !== text) [text, till] = [now, read(now)]
  return till
}

export function bindTill(next: ThisTill): void {
  localStorage.setItem(place, JSON.stringify(next))
  bound.become(bound.now() + 1)
}

export function useThisTill(): ThisTill | null {
  bound.use()
  return thisTill()
}
