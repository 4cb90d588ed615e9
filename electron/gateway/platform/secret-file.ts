import type { Stats } from 'node:fs'

/**
 * The group may read a file of root: servers share keys, and containers get secrets, in this way. Windows shows no
 * rights here.
 */
export const isOpenToOthers = ({ mode, uid }: Pick<Stats, 'mode' | 'uid'>): boolean =>
  process.platform !== 'win32' && (mode & (uid === 0 ? 0o007 : 0o077)) !== 0
