import packageJson from '../../package.json' with { type: 'json' }

/** What --version says. */
export const appVersion: string = packageJson.version
