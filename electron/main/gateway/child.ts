import { utilityProcess } from 'electron'
import type { FromGateway, ToGateway } from '../../gateway-host/messages.ts'

/** A gateway in a process of its own. */
export interface GatewayChild {
  readonly tell: (order: ToGateway) => void
  /** At once: one that hangs hears nothing, and what was accepted is on the disk. */
  readonly kill: () => void
}

export interface GatewayHearing {
  readonly news: (news: FromGateway) => void
  readonly ended: (code: number) => void
  readonly wrote: (chunk: string) => void
}

export interface ForkWish {
  readonly modulePath: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

export function forkGateway({ modulePath, args, env }: ForkWish, hearing: GatewayHearing): GatewayChild {
  const child = utilityProcess.fork(modulePath, [...args], {
    serviceName: 'Resit gateway',
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  child.on('message', (news: FromGateway) => hearing.news(news))
  child.on('exit', (code) => hearing.ended(code))
  child.stderr?.on('data', (chunk: Buffer) => hearing.wrote(chunk.toString()))
  return {
    tell: (order) => child.postMessage(order),
    kill() {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}
