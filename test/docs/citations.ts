import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/root.ts'
import { sourceFiles } from '../architecture/tree.ts'
import { documents } from './blocks.ts'

/** For each word of a citation the document that it means. IDs of faults have a document of their own. */
export const cited = {
  contract: 'docs/contract.md',
  interface: 'docs/interface.md',
  myinvois: 'docs/authority.md',
  reliability: 'docs/reliability.md',
} as const
const faultDocument = 'docs/faults.md'

type Word = keyof typeof cited
const words = Object.keys(cited) as readonly Word[]
const anyCase = (word: Word) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`

/** The first part of a citation: a section or a fault. */
const first = String.raw`(?:\d+(?:\.\d+)*|[A-Z]{2}\d+)`
/** Further parts, also an endpoint of the authority such as E9. */
const place = String.raw`(?:\d+(?:\.\d+)*|[A-Z]{1,2}\d+)`
/** `contract 5`, `myinvois 2, E9; 5`, `interface 3 and 7`, `myinvois 7 steps 1 to 7`. */
const citation = new RegExp(
  String.raw`\b(${words.map(anyCase).join('|')}) (${first}\b(?:(?:, | |; | and |, and | to )(?:steps? )?${place}\b(?! ?%))*)`,
  'g',
)
const inBrackets = new RegExp(String.raw`\(([A-Z]{2}\d{1,2}(?:, [A-Z]{2}\d{1,2})*)\)`, 'g')
const step = /\bsteps? \d+(?: to \d+)?/g
/** A line break inside a comment. A citation may continue after it. */
const goesOn = /\s*\n\s*(?:\*|\/\/|--|#)?\s*/g

export interface Citation {
  readonly document: string
  readonly place: string
}

/** The citations of a text, without repetitions. @param areas the pairs of letters with which IDs of faults begin */
export function citationsIn(text: string, areas: readonly string[]): readonly Citation[] {
  const line = text.replace(goesOn, ' ')
  const isFault = (id: string) => areas.includes(id.slice(0, 2)) && /^[A-Z]{2}\d/.test(id)
  const named = [...line.matchAll(citation)].flatMap(([, word = '', places = '']) =>
    [...places.replaceAll(step, '').matchAll(new RegExp(place, 'g'))].map(([found]) => ({
      document: /^[A-Z]{2}/.test(found) ? faultDocument : cited[word.toLowerCase() as Word],
      place: found,
    })),
  )
  const faults = [...line.matchAll(inBrackets)].flatMap(([, ids = '']) =>
    ids
      .split(', ')
      .filter(isFault)
      .map((found) => ({ document: faultDocument, place: found })),
  )
  return [...named, ...faults]
}

/** The numbers of the headings, and the first cells of the tables. */
export function placesIn(document: string): ReadonlySet<string> {
  const headings = [...document.matchAll(/^#+ ((?:\d+(?:\.\d+)*|[A-Z]\d+))\.? /gm)]
  const rows = [...document.matchAll(/^\| ([A-Z]{2}\d+) \|/gm)]
  return new Set([...headings, ...rows].map(([, found = '']) => found))
}

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** All texts that may cite a document: sources, tests, documents. */
export const citing: readonly { readonly path: string; readonly text: string }[] = [
  ...sourceFiles.filter(({ path }) => /\.(ts|tsx|cjs|mjs|css|sql)$/.test(path)),
  ...documents.map((path) => ({ path, text: textOf(path) })),
]
