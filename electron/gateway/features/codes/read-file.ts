import type { CodeItem, CodeListData, CodeListId } from '../../../../shared/document/codes.ts'
import { retiredCodes } from './bundled.ts'

/** A text of an item and where the authority's files may have it. */
interface TextField {
  readonly name: string
  /** Keys in lower case without anything but letters, the usual one first. */
  readonly keys: readonly string[]
  /** Used if the file does not have this text. If absent, the file must have it. */
  readonly otherwise?: 'first' | 'nothing'
}

export interface ListFile {
  readonly file: string
  /** The length of a code of digits: a file that has it as a number has lost its leading zeros. */
  readonly digits?: number
  readonly texts: readonly [TextField, ...TextField[]]
}

/** The authority's published files and the texts in them, under the names of interface 2.3 (myinvois 8). */
export const listFiles = {
  classification: {
    file: 'ClassificationCodes.json',
    digits: 3,
    texts: [{ name: 'description', keys: ['description', 'name'] }],
  },
  currency: {
    file: 'CurrencyCodes.json',
    texts: [{ name: 'currency', keys: ['currency', 'currencyname', 'description', 'name'] }],
  },
  payment_method: {
    file: 'PaymentMethods.json',
    digits: 2,
    texts: [{ name: 'payment_method', keys: ['paymentmethod', 'description', 'name'] }],
  },
  tax_type: {
    file: 'TaxTypes.json',
    digits: 2,
    texts: [{ name: 'description', keys: ['description', 'taxtype', 'name'] }],
  },
  unit: {
    file: 'UnitTypes.json',
    texts: [
      { name: 'name', keys: ['name', 'unit', 'description'] },
      { name: 'description', keys: ['description'], otherwise: 'first' },
    ],
  },
  state: { file: 'StateCodes.json', digits: 2, texts: [{ name: 'state', keys: ['state', 'description', 'name'] }] },
  country: { file: 'CountryCodes.json', texts: [{ name: 'country', keys: ['country', 'description', 'name'] }] },
  msic: {
    file: 'MSICSubCategoryCodes.json',
    digits: 5,
    texts: [
      { name: 'description', keys: ['description', 'name'] },
      { name: 'category', keys: ['msiccategoryreference', 'category'], otherwise: 'nothing' },
    ],
  },
} as const satisfies Readonly<Record<CodeListId, ListFile>>

const codeForm = /^[0-9A-Z]{1,8}$/
const longestText = 1_000

/**
 * If one entry cannot be read, the whole file is refused: without the entry, its code would seem obsolete. @param was
 * the list so far, with texts that files lack and codes that files never had @returns null if this is no such file
 */
export function readListFile(bytes: Uint8Array, was: CodeListData): readonly CodeItem[] | null {
  const entries = entriesIn(bytes)
  if (!entries) return null
  const known = new Map(was.items.map((item) => [item.code, item]))
  const found = new Map<string, CodeItem>()
  for (const entry of entries) {
    if (isBlank(entry)) continue
    const item = itemOf(entry, listFiles[was.list], known)
    if (!item) return null
    const isRetired = retiredCodes[was.list]?.includes(item.code)
    if (!isRetired && !found.has(item.code)) found.set(item.code, item)
  }
  return [...found.values()]
}

function entriesIn(bytes: Uint8Array): readonly unknown[] | null {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    const lists = Array.isArray(content)
      ? [content]
      : isObject(content)
        ? Object.values(content).filter(Array.isArray)
        : []
    return lists.length === 1 ? (lists[0] as readonly unknown[]) : null
  } catch {
    return null
  }
}

function itemOf(entry: unknown, { digits, texts }: ListFile, known: ReadonlyMap<string, CodeItem>): CodeItem | null {
  if (!isObject(entry)) return null
  const values = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase().replace(/[^a-z]/g, ''), value]))
  const code = codeOf(values.get('code'), digits)
  const [first] = texts
  const firstText = textOf(values, first.keys)
  if (code === null || !firstText) return null
  const before = known.get(code)
  const rest = texts.slice(1).map(({ name, keys, otherwise }) => {
    const kept = before?.[first.name] === firstText ? before[name] : undefined
    return [name, textOf(values, keys) ?? kept ?? (otherwise === 'first' ? firstText : '')]
  })
  return { code, [first.name]: firstText, ...(Object.fromEntries(rest) as Record<string, string>) }
}

function codeOf(value: unknown, digits: number | undefined): string | null {
  const code = typeof value === 'number' ? String(value).padStart(digits ?? 0, '0') : value
  return typeof code === 'string' && codeForm.test(code.trim()) ? code.trim() : null
}

function textOf(values: ReadonlyMap<string, unknown>, keys: readonly string[]): string | null {
  const value = keys.map((key) => values.get(key)).find((each) => typeof each === 'string')
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  return text !== '' && text.length <= longestText ? text : null
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (entry: unknown) =>
  isObject(entry) && Object.values(entry).every((value) => value === null || String(value).trim() === '')
