import { connect, type Socket } from 'node:net'

export interface IdleConnections {
  /** Resolves when every connection was open once. */
  readonly stood: Promise<unknown>
  close(): void
}

/** Holds connections without sending a byte. Each is opened again when it ends. */
export function holdIdle(many: number, to: { readonly host: string; readonly port: number }): IdleConnections {
  const open = new Set<Socket>()
  let isOver = false
  const hold = (stands: () => void) => {
    if (isOver) return
    const socket = connect(to, stands).resume()
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      open.delete(socket)
      setImmediate(hold, stands)
    })
  }
  const stood = Array.from({ length: many }, () => new Promise<void>((resolve) => hold(resolve)))
  return {
    stood: Promise.all(stood),
    close() {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}
