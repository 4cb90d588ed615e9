/**
 * Changes one digit of a digest in the header of a packed program's archive. Only the check of integrity notices that.
 * @throws Error if the archive has no digests
 */
export function tampered(archive: Buffer): Buffer {
  const mark = '"hash":"'
  const at = archive.indexOf(mark) + mark.length
  if (at < mark.length) throw new Error('the archive has no digests')
  const changed = Buffer.from(archive)
  changed.write(changed.toString('latin1', at, at + 1) === '0' ? '1' : '0', at, 'latin1')
  return changed
}
