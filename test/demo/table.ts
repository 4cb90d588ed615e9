export interface Step {
  readonly what: string
  readonly expected: string
  readonly saw: string
  /** The gateway's sentence for a person. */
  readonly said: string
}

const width = (text: string): number => [...text].length

/** The steps, one in a line. */
export function table(steps: readonly Step[]): string {
  const rows = steps.map(({ what, expected, saw, said }, at) => [
    String(at + 1),
    what,
    saw === expected ? saw : `${saw}   EXPECTED ${expected}`,
    said,
  ])
  const all = [['', 'what happens', 'outcome', 'what the gateway says'], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => width(row[column] ?? ''))))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = all
  return [line(head), widths.map((each) => '-'.repeat(each)).join('  '), ...body.map(line)].join('\n')
}
