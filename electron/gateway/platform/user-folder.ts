import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * The platform's folder for application data or state. An empty or relative variable counts as not set: with it,
 * documents would lie in the folder where the command was typed.
 */
export function appFolder(kind: 'data' | 'state', env: Readonly<Record<string, string | undefined>>): string {
  const told = (path = '') => (isAbsolute(path) ? path : null)
  const home = (...below: string[]) => join(told(homedir()) ?? userInfo().homedir, ...below)
  const name = kind === 'data' ? 'Resit' : 'Resit state'
  switch (process.platform) {
    case 'win32':
      return join(told(env['LOCALAPPDATA']) ?? home('AppData', 'Local'), name)
    case 'darwin':
      return home('Library', 'Application Support', name)
    default:
      return kind === 'data'
        ? join(told(env['XDG_DATA_HOME']) ?? home('.local', 'share'), 'resit')
        : join(told(env['XDG_STATE_HOME']) ?? home('.local', 'state'), 'resit')
  }
}
