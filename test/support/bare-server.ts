import type { ServerDeps } from '../../electron/gateway/http/server.ts'

/** What a server is given if nobody signs in there, and so nobody confirms or approves anything. */
export const withoutPeople: Pick<ServerDeps, 'approvals' | 'confirm' | 'redeem'> = {
  approvals: { callerWith: () => null },
  confirm: () => Promise.reject(new Error('nobody confirms anything here')),
  redeem: () => Promise.reject(new Error('nobody approves anything here')),
}
