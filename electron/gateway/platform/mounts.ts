import { readFileSync } from 'node:fs'

export interface Mount {
  readonly point: string
  readonly fileSystem: string
}

/** File systems whose locks and syncs do not hold: a database breaks there silently. */
const shares =
  /^(nfs\d*|cifs|smb\d*|smbfs|9p|afs|ceph|glusterfs|ncpfs|coda|lustre|davfs|webdav|vboxsf|fuse\..+|fuse|unc)$/
/** A container's own disk is no network share. */
const notShares = /^fuse\.(fuse-overlayfs|lxcfs)$/

export const isNetworkShare = (fileSystem: string): boolean => shares.test(fileSystem) && !notShares.test(fileSystem)

export const readLinuxMounts = (): readonly Mount[] =>
  readFileSync('/proc/self/mountinfo', 'utf8').split('\n').flatMap(mountIn)

/** A line of mountinfo, proc(5). Blanks in a path are octal numbers. */
function mountIn(line: string): Mount | [] {
  const [before = '', after] = line.split(' - ')
  const point = before
    .split(' ')[4]
    ?.replace(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
  const fileSystem = after?.split(' ')[0]
  return point === undefined || fileSystem === undefined ? [] : { point, fileSystem }
}
