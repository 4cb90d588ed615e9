import type { Stats } from 'node:fs'

/**
 * Whether other accounts can read a secret in a file. The group may read a file that is root's: so servers share keys, and
 * so platforms of containers hand secrets over. Windows shows no rights of others here.
 */
export const isOpenToOthers = ({ mode, uid }: Pick<Stats, 'mode' | 'uid'>): boolean =>
  process.platform !== 'win32' && (mode & (uid === 0 ? 0o007 : 0o077)) !== 0
