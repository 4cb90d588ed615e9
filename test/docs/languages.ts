import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export interface Ran {
  readonly code: number | null
  readonly said: string
}

export interface Surroundings {
  /** An empty folder to write the program into. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly port: number
}

interface Language {
  /** The program that it needs; null for none. */
  readonly tool: string | null
  run(code: string, surroundings: Surroundings): Promise<Ran>
}

/** Blocks in these languages are run as a reader runs them. */
export const languages: Readonly<Record<string, Language>> = {
  sh: {
    tool: 'bash',
    // If the gateway refuses a call, the block fails. curl alone would report success.
    run: (code, at) =>
      saved('bash', 'block.sh', `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${code}`, at),
  },
  python: { tool: 'python3', run: (code, at) => saved('python3', 'till.py', code, at) },
  php: { tool: 'php', run: (code, at) => saved('php', 'till.php', code, at) },
  java: {
    tool: 'java',
    async run(code, at) {
      // Java clients consist of several files, which a reader has beside the program.
      const beside = readdirSync(at.folder).filter((name) => name.endsWith('.java'))
      if (beside.length === 0) return saved('java', 'Till.java', code, at)
      const built = spawnSync('javac', ['-d', '.', ...beside], { cwd: at.folder, encoding: 'utf8' })
      if (built.status !== 0) return { code: built.status, said: built.stderr }
      const env = { ...at.env, CLASSPATH: at.folder }
      return saved('java', 'Till.java', code, { ...at, env })
    },
  },
  js: { tool: null, run: (code, at) => saved(process.execPath, 'till.mjs', code, at) },
  http: { tool: null, run: overSocket },
}

export const isHere = (tool: string): boolean =>
  spawnSync(tool, [tool === 'php' || tool === 'java' ? '-version' : '--version'], { stdio: 'ignore' }).status === 0

async function saved(program: string, name: string, code: string, { folder, env }: Surroundings): Promise<Ran> {
  const file = join(folder, name)
  writeFileSync(file, code)
  const child = spawn(program, [file], { cwd: folder, env })
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code: exit, said: out + err }
}

/** Sends the block's bytes over a socket, with the token and the content length filled in. */
async function overSocket(code: string, { env, port }: Surroundings): Promise<Ran> {
  const [head = '', body = ''] = code.trimEnd().split('\n\n')
  const lines = head
    .replace('LENGTH', String(Buffer.byteLength(body)))
    .replace('Bearer TOKEN', `Bearer ${env['TOKEN']}`)
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.replaceAll('\n', '\r\n')}\r\n\r\n${body}`)
  const said = await text(socket)
  return { code: /^HTTP\/1\.1 20[02] /.test(said) ? 0 : 1, said }
}
