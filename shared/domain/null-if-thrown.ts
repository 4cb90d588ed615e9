/**
 * For what a damaged disk, stricter rules or another program made unreadable: it must not stop other work. The error is
 * dropped, because it may quote people's names or secrets.
 */
export function nullIfThrown<Read>(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    return null
  }
}
