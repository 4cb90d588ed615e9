import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../electron/headless/exit-code.ts'
import { faultCodes, faults } from '../../shared/api/faults.ts'
import { alertCodes } from '../../shared/domain/alert.ts'
import { attentionCodes } from '../../shared/domain/record.ts'
import { textOf } from './citations.ts'

/** The codes in the headings of a section. Each heading is an anchor that links lead to. */
const headingsIn = (text: string) =>
  [...text.matchAll(/^### (.+)$/gm)].flatMap(([, heading = '']) =>
    [...heading.matchAll(/`(\w+)`/g)].map(([, code]) => code),
  )

const inAnyOrder = (codes: readonly string[]) => ({
  asymmetricMatch: (told: readonly string[]) =>
    told.length === codes.length && codes.every((code) => told.includes(code)),
  toString: () => codes.join(', '),
})

describe('each code a person may look for has a heading of its own', () => {
  const [errors = '', exits = ''] = textOf('docs/errors.md').split('\n## Exit codes\n')
  const [alerts = '', attentions = ''] = textOf('docs/alerts.md').split('\n## Attention on a record\n')

  test('each error code, under its HTTP status', () => {
    const sections = errors.split('\n## ').slice(1)
    const told = sections.flatMap((section) => {
      const [title = ''] = section.split('\n', 1)
      return headingsIn(section).map((code) => [code, title] as const)
    })
    expect(told.map(([code]) => code)).toEqual(inAnyOrder(faultCodes))
    const statusesOf = (title: string) =>
      title.includes('5xx') ? /^(429|5\d\d)$/ : new RegExp(title.match(/\d{3}/g)?.join('|') ?? '')
    for (const [code, title] of told)
      expect(String(faults[code as keyof typeof faults].status)).toMatch(statusesOf(title))
  })

  test('each exit code', () => {
    const told = [...exits.matchAll(/^### Exit code (\d+)$/gm)].map(([, code]) => Number(code))
    expect(told).toEqual(Object.values(exitCodes))
  })

  test('each alert, and each attention of a record', () => {
    expect(headingsIn(alerts)).toEqual(inAnyOrder(alertCodes))
    expect(headingsIn(attentions)).toEqual(inAnyOrder(attentionCodes))
  })
})
