/**
 * A packed program's archive as somebody could have changed it: one digit of a digest in its header, which nothing but the
 * check of its integrity would mind.
 * @throws Error where it has no digests
 */
export function tampered(archive: Buffer): Buffer {
  const mark = '"hash":"'
  const at = archive.indexOf(mark) + mark.length
  if (at < mark.length) throw new Error('the archive has no digests')
  const changed = Buffer.from(archive)
  changed.write(changed.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1')
  return changed
}
