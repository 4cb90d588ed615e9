import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A call to the disk. For a write, `at` is the place in the file, in bytes. */
export type DiskOperation =
  | { readonly kind: 'write'; readonly path: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'create' | 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }

export type Recorded = DiskOperation & {
  /** The positions of its beginning and its end among those of all calls. */
  readonly begun: number
  readonly ended: number
  /** When it began, by the clock of the machine. */
  readonly begunMs: number
}

const calls =
  'openat,pwrite64,pwritev,write,writev,ftruncate,fsync,fdatasync,rename,unlink,mkdir,truncate,fallocate,renameat2,linkat'

/** The tracer with which a program is started, so that its calls to the disk are recorded. */
export const recordingTo = (file: string): readonly string[] =>
  `strace -f --seccomp-bpf -qq -y -ttt -xx -s 2097152 -e signal=none -e trace=${calls} -o`.split(' ').concat(file)

interface Call {
  readonly name: string
  readonly args: string
  readonly begun: number
  readonly begunMs: number
}

/**
 * The calls on a folder, in the order in which they began. Failed calls are left out. A call without an end counts as
 * begun. @throws Error for a call that cannot be repeated here
 */
export function recorded(file: string, folder: string): readonly Recorded[] {
  const open = new Map<string, Call>()
  const done: Recorded[] = []
  const places = new Map<string, number>()
  const isOurs = (path: string) => path === folder || path.startsWith(join(folder, '/'))
  const finish = ({ begun, begunMs, ...call }: Call, result: string, ended: number): void => {
    if (result.startsWith('-1')) return
    const operations = operationsOf(call, result, places)
    if (operations === null && pathsIn(call.args).some(isOurs)) throw new Error(`${call.name} cannot be done again`)
    for (const operation of operations ?? [])
      if (isOurs(operation.path)) done.push({ ...operation, begun, ended, begunMs })
  }
  for (const [nth, line] of readFileSync(file, 'latin1').split('\n').entries()) {
    const [, thread = '', seconds = '', told = ''] = /^(\d+) +(\d+\.\d+) (.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(told)
    const begun = resumed ? open.get(thread) : callOf(told, nth, Number(seconds) * 1_000)
    if (!begun) continue
    const call = resumed ? { ...begun, args: begun.args + (resumed[1] ?? '') } : begun
    open.delete(thread)
    if (call.args.endsWith('<unfinished ...>'))
      open.set(thread, { ...call, args: call.args.slice(0, -'<unfinished ...>'.length) })
    else finish(call, / = (-?\d+[^=]*)$/.exec(call.args)?.[1] ?? '', nth)
  }
  for (const call of open.values()) finish(call, '', Number.POSITIVE_INFINITY)
  return done.toSorted((one, other) => one.begun - other.begun)
}

function callOf(told: string, begun: number, begunMs: number): Call | undefined {
  const [, name, args] = /^(\w+)\((.*)$/.exec(told) ?? []
  return name === undefined || args === undefined ? undefined : { name, args, begun, begunMs }
}

const hex = String.raw`((?:\\x[0-9a-f]{2})*)`
const bytesOf = (escaped: string): Buffer => Buffer.from(escaped.replaceAll('\\x', ''), 'hex')
const textsIn = (args: string): readonly Buffer[] =>
  [...args.matchAll(new RegExp(`"${hex}"`, 'g'))].map(([, text = '']) => bytesOf(text))
const pathsIn = (args: string): readonly string[] =>
  [...args.matchAll(new RegExp(`[<"]${hex}[>"]`, 'g'))].map(([, text = '']) => bytesOf(text).toString())
/** The last number of the arguments, after texts and paths. */
const numberIn = (args: string): number =>
  Number(/(\d+)\s*\)?\s*(?:=.*)?$/.exec(args.replace(/"[^"]*"|<[^>]*>/g, ''))?.[1] ?? 0)

/**
 * @param places where the next plain write to each open file goes, by descriptor and path @returns null for a call that
 * needs no repetition
 */
function operationsOf(
  { name, args }: Pick<Call, 'name' | 'args'>,
  result: string,
  places: Map<string, number>,
): readonly DiskOperation[] | null {
  const [path = ''] = pathsIn(args)
  switch (name) {
    case 'openat': {
      if (args.includes('O_APPEND')) return null
      const [opened = ''] = pathsIn(result)
      places.set(`${/^\d+/.exec(result)?.[0]} ${opened}`, 0)
      return [
        ...(args.includes('O_CREAT') ? [{ kind: 'create', path: opened } as const] : []),
        ...(args.includes('O_TRUNC') ? [{ kind: 'truncate', path: opened, length: 0 } as const] : []),
      ]
    }
    case 'pwrite64':
    case 'pwritev':
      return [{ kind: 'write', path, at: numberIn(args), bytes: writtenIn(args, result) }]
    case 'write':
    case 'writev': {
      const place = `${/^\d+/.exec(args)?.[0]} ${path}`
      const at = places.get(place) ?? 0
      const bytes = writtenIn(args, result)
      places.set(place, at + bytes.length)
      return [{ kind: 'write', path, at, bytes }]
    }
    case 'ftruncate':
      return [{ kind: 'truncate', path, length: numberIn(args) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path }]
    case 'rename': {
      const [, to = ''] = pathsIn(args)
      return [{ kind: 'rename', path, to }]
    }
    case 'unlink':
      return [{ kind: 'remove', path }]
    case 'mkdir':
      return []
    default:
      return null
  }
}

/** Only the bytes that the system accepted. */
const writtenIn = (args: string, result: string): Buffer => {
  const bytes = Buffer.concat(textsIn(args))
  return result === '' ? bytes : bytes.subarray(0, Number.parseInt(result, 10))
}
