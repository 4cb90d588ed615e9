import { describe, expect, test } from 'vitest'
import { type Block, blocksIn } from './blocks.ts'

const pages = [
  ...['integrate', 'rehearse', 'go-live', 'webhooks', 'drop-folder'].map((name) => `docs/${name}.md`),
  'examples/till/README.md',
]
const isShell = ({ language }: Block) => language === 'sh'
const nameOf = ({ file, line }: Block) => `${file}:${line}`

/** The npm scripts with their arguments, and the gateway's addresses, from a block of either shell. */
const asked = ({ code }: Block) => ({
  scripts: [...code.matchAll(/^npm(?:\.cmd)? run (.+?)(?:\s+#.*)?$/gm)].map(([, words = '']) =>
    words.replaceAll('\\"', '"'),
  ),
  paths: [...code.matchAll(/\$url(\/[\w/.?=&$-]+)/gi)].map(([, path = '']) => path.toLowerCase()),
  variables: [...code.matchAll(/RESIT_\w+/g)].map(([name]) => name),
})

/** Syntax of Unix shells that Windows PowerShell 5.1 does not understand. */
const foreign = /\\$|\$\(date|^export |^\w+=|\bcurl\b|&&|\|\||\bnpm run\b|^\s*-[dH] /m

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }
/** @returns the first bracket or quotation mark without its counterpart; null if there is none */
function openIn(code: string): string | null {
  const open: string[] = []
  for (const [token] of code.replaceAll(/#.*$/gm, '').matchAll(/'[^'\n]*'|"[^"\n]*"|['"(){}[\]]/g)) {
    if (token.length > 1) continue
    const closes = closing[token]
    if (closes !== undefined) open.push(closes)
    else if (open.pop() !== token) return token
  }
  return open.at(-1) ?? null
}

describe('every command of a page for vendors stands in PowerShell too, which no machine of ours can run', () => {
  const pairs = pages.flatMap((page) => {
    const blocks = blocksIn(page)
    return blocks.flatMap((block, at) => (isShell(block) ? [[nameOf(block), block, blocks[at + 1]] as const] : []))
  })

  test.each(pairs)('%s, with the same scripts, addresses and settings', (_, shell, power) => {
    expect(power?.language).toBe('powershell')
    if (!power) return
    expect(asked(power)).toEqual(asked(shell))
    expect(power.code).not.toMatch(foreign)
    expect(openIn(power.code)).toBeNull()
  })

  test('a block that is not sound is seen', () => {
    expect(openIn("$a = @{ B = @('x') }")).toBeNull()
    expect([openIn('@{ A = 1'), openIn('(1}'), openIn("'a"), openIn(')')]).toEqual(['}', '}', "'", ')'])
    for (const code of ['npm run -s resit -- queue', 'curl $url/v1', 'export A=1', 'a && b'])
      expect(code).toMatch(foreign)
  })
})
