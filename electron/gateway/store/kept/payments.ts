import { type ShiftDocument, unreadable } from '../../../../shared/domain/shift-report.ts'

interface Paid {
  readonly PAYMENT_METHOD?: string | null
  readonly PAYMENTS?: readonly { readonly METHOD: string; readonly AMOUNT: string }[] | null
}

type HowPaid = Pick<ShiftDocument, 'paymentMethod' | 'payments'>

/** Of a body that cannot be read: nobody knows what the till said. */
export const paidUnreadably: HowPaid = { paymentMethod: unreadable, payments: [] }

/**
 * How a sale was paid, of its body. Amounts keep the till's own spelling: a float would lose digits of a
 * large one.
 * @returns null for what is no JSON
 */
export function paidIn(plain: Uint8Array): HowPaid | null {
  const body = bodyIn(plain)
  if (!body) return null
  const { PAYMENT_METHOD = null, PAYMENTS } = body
  return {
    paymentMethod: PAYMENT_METHOD,
    payments: (PAYMENTS ?? []).map(({ METHOD, AMOUNT }) => ({ method: METHOD, amount: AMOUNT })),
  }
}

function bodyIn(plain: Uint8Array): Paid | null {
  const spelled = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  try {
    return JSON.parse(Buffer.from(plain).toString(), spelled) as Paid
  } catch {
    return null
  }
}
