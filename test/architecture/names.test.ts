import { describe, expect, test } from 'vitest'
import { type Custom, customs } from './customs.ts'
import { type SourceFile, sourceFiles } from './tree.ts'

const isExcepted = ({ exceptions }: Custom, { path }: SourceFile) =>
  Object.keys(exceptions).some((prefix) => path.startsWith(prefix))

describe.each(customs)('$title', (custom) => {
  test('throughout the project', () => {
    const broken = sourceFiles.filter((file) => custom.isBrokenBy(file) && !isExcepted(custom, file))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  test('and a file that breaks it is found', () => {
    expect(custom.isBrokenBy(custom.breaks)).toBe(true)
  })

  test('and a file that keeps to it is not', () => {
    expect(custom.isBrokenBy(custom.keeps)).toBe(false)
  })

  test('and no exception has outlived its reason', () => {
    const files = sourceFiles.filter((file) => custom.isBrokenBy(file)).map(({ path }) => path)
    const idle = Object.keys(custom.exceptions).filter((prefix) => !files.some((path) => path.startsWith(prefix)))
    expect(idle).toEqual([])
  })
})

test('the customs are kept by the whole project, not by a part of it', () => {
  const rooms = new Set(sourceFiles.map(({ path }) => path.split('/')[0]))
  expect([...rooms]).toEqual(expect.arrayContaining(['.ci', 'build', 'electron', 'shared', 'test', 'package.json']))
  expect(sourceFiles.length).toBeGreaterThan(150)
})
