import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

type Built = 'screens' | 'gateway'

/**
 * Builds in a child process, which ends: a bundler takes a gigabyte, and the gateway that starts must not keep it.
 * @throws Error with the bundler's message if the build fails
 */
export function buildInChild(built: Built, outDir: string): Promise<void> {
  // The mode of a test runner would build React for developers. The child ends when its stdin is closed.
  const env = { ...process.env, NODE_ENV: 'production', VITEST: undefined }
  const program = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [program, built, outDir], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `the build of the ${built} ended with ${code}`)),
    )
  })
}

async function buildHere(built: Built, outDir: string): Promise<void> {
  const { build } = await import('vite')
  const into = { outDir, emptyOutDir: false }
  if (built === 'screens') {
    const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url))
    await build({ configFile, logLevel: 'error', build: into })
    return
  }
  const { gatewayConfig } = await import('./vite.gateway.config.ts')
  await build({ ...gatewayConfig, build: { ...gatewayConfig.build, ...into } })
}

if (import.meta.main) {
  process.stdin.on('end', () => process.exit(1)).resume()
  const [, , built, outDir = ''] = process.argv
  try {
    await buildHere(built === 'gateway' ? built : 'screens', outDir)
    process.exit(0)
  } catch (cause) {
    process.stderr.write(cause instanceof Error ? cause.message : String(cause))
    process.exit(1)
  }
}
