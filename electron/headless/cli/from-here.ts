import { isAbsolute, resolve } from 'node:path'

/** npm runs scripts in the project's directory and says where it was called. */
export const fromHere = (path: string): string =>
  isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path)
