import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isNetworkShare, type Mount, readLinuxMounts } from '../../platform/mounts.ts'
import { StoreRefusal } from '../refusal.ts'

export interface PathAndFileSystem {
  /** The folders above it with links resolved, and the folder itself last. */
  readonly folders: readonly string[]
  /** The platform's name: `ext4`, `nfs4`, `fuse.sshfs`; null if it gives none. */
  readonly fileSystem: string | null
  readonly isRoot: boolean
  readonly has: (folder: string, name: string) => boolean
}

/** Folders that programs copy elsewhere while they are written. */
const syncedNames =
  /^(dropbox|dropbox \(.+\)|onedrive|onedrive - .+|skydrive|google ?drive|my drive|icloud ?drive|mobile documents|cloudstorage|nextcloud|owncloud|box sync|pcloud ?drive|megasync|synologydrive|seafile|syncthing|resilio sync|tresorit|yandex\.disk|creative cloud files)$/i
/** Everyday words: only in this spelling. */
const syncedWords = /^(Box|MEGA)$/
/** Files that such programs put into their folders. */
const syncedMarks = ['.dropbox', '.stfolder', '.sync', '.owncloudsync.log', '.nextcloudsync.log', '.tmp.drivedownload']

/**
 * A database is not safe in such a folder (reliability ST18). @param isAllowed the owner takes the risk @throws
 * StoreRefusal
 */
export function refuseSharedPlace(folder: string, isAllowed: boolean, lookAtPlace = pathAndFileSystemOf): void {
  const danger = isAllowed ? null : dangerOf(lookAtPlace(folder))
  if (danger !== null)
    throw new StoreRefusal(
      'unsafe',
      `${folder} is ${danger}: there a database breaks without a word. Choose a folder on a disk of this computer with --data-dir, or set RESIT_SHARED_DATA_DIR=allow`,
    )
}

function dangerOf({ folders, fileSystem, isRoot, has }: PathAndFileSystem): string | null {
  if (fileSystem !== null && !isRoot && isNetworkShare(fileSystem)) return `on a network share (${fileSystem})`
  const isSynced = (name: string) => syncedNames.test(name) || syncedWords.test(name)
  const synced = folders.find((folder) => isSynced(basename(folder)) || syncedMarks.some((mark) => has(folder, mark)))
  return synced === undefined ? null : `in a folder that another program copies elsewhere (${synced})`
}

export function pathAndFileSystemOf(folder: string): PathAndFileSystem {
  const path = resolve(folder)
  const real = existsSync(path) ? realpathSync(path) : path
  const has = (inside: string, name: string) => existsSync(join(inside, name))
  const folders = wayTo(real)
  if (real.startsWith('\\\\')) return { folders, fileSystem: 'unc', isRoot: false, has }
  const mount = mountOf(real)
  return { folders, fileSystem: mount?.fileSystem ?? null, isRoot: mount?.point === '/', has }
}

function wayTo(path: string): readonly string[] {
  const above = dirname(path)
  return above === path ? [path] : [...wayTo(above), path]
}

/** Found in Linux's own table. Of several mounts of one path the last counts. */
function mountOf(path: string): Mount | null {
  if (process.platform !== 'linux') return null
  const covers = ({ point }: Mount) => path === point || path.startsWith(point === '/' ? point : point + sep)
  return readLinuxMounts()
    .filter(covers)
    .reduce<Mount | null>((best, mount) => (best && best.point.length > mount.point.length ? best : mount), null)
}
