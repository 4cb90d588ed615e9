/**
 * For text and files that may be unreadable: damaged by a disk, written by another program, or refused by stricter
 * rules. That must not stop other work. The error is dropped, because it may quote people's names or secrets.
 * @returns null if the function threw
 */
export function nullIfThrown<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    return null
  }
}
