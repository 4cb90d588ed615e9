/** Output that a database server changes: chains, paths of files, and backups. */
const ofEngine: readonly (readonly [RegExp, string])[] = [
  [/"code":"[0-9a-f]{8}"/g, '"code":"‹chain›"'],
  [/(fingerprint |<b>|journal_code,,,)[0-9a-f]{8}\b/g, '$1‹chain›'],
  [/"files":\d+/g, '"files":‹some›'],
  [/\n## operator\.backup: [\s\S]*?(?=\n#)/g, ''],
  [/\n## operator\.restore: .*\n> \{"file":"‹data›\/copy\.db"\}[\s\S]*?(?=\n#)/g, ''],
]

/** A recorded day without the output that depends on the engine. */
export const asOfAnyEngine = (text: string): string =>
  ofEngine.reduce((left, [pattern, put]) => left.replace(pattern, put), text)
