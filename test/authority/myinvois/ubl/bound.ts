import { aLine, anAddress, aParty, aSale, aTax } from '../../../support/sales.ts'
import type { Wish } from './built.ts'

/** A field, a body that contains it, values just inside its limits, and values just outside with their fault. */
export interface Bound {
  readonly pointer: string
  readonly put: (value: unknown) => object
  readonly wish?: Wish
  readonly good: readonly unknown[]
  readonly bad: readonly (readonly [value: unknown, code: string])[]
}

export const inSale = (name: string) => (value: unknown) => aSale({ [name]: value })
export const inPart = (part: string, name: string, rest: object) => (value: unknown) =>
  aSale({ [part]: { ...rest, [name]: value } })
export const inBuyer = (name: string, over: object) => (value: unknown) =>
  aSale({ BUYER: aParty({ ...over, [name]: value }) })
export const inAddress = (name: string, over: object) => (value: unknown) =>
  aSale({ BUYER: aParty({ ADDRESS: anAddress({ ...over, [name]: value }) }) })
export const inLine = (name: string, over: object) => (value: unknown) =>
  aSale({ LINES: [aLine({ ...over, [name]: value })] })
export const inTax = (name: string, over: object) => (value: unknown) =>
  aSale({ LINES: [aLine({ TAXES: [aTax({ ...over, [name]: value })] })] })
