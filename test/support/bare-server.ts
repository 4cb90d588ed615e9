import type { ServerDeps } from '../../electron/gateway/http/server.ts'

/** For a server without people: no one can sign in, confirm or approve. */
export const withoutPeople: Pick<ServerDeps, 'approvals' | 'confirm' | 'redeem'> = {
  approvals: { callerWith: () => null },
  confirm: () => Promise.reject(new Error('nobody confirms anything here')),
  redeem: () => Promise.reject(new Error('nobody approves anything here')),
}
