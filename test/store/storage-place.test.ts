import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type PathAndFileSystem,
  pathAndFileSystemOf,
  refuseSharedPlace,
} from '../../electron/gateway/store/recovery/storage-place.ts'
import { freshFile } from '../support/database-file.ts'

const folder = '/home/aini/resit'
const aPlace = (over: Partial<PathAndFileSystem> = {}): PathAndFileSystem => ({
  folders: ['/', '/home', '/home/aini', folder],
  fileSystem: 'ext4',
  isRoot: false,
  has: () => false,
  ...over,
})
const check =
  (over: Partial<PathAndFileSystem>, isAllowed = false) =>
  () =>
    refuseSharedPlace(folder, isAllowed, () => aPlace(over))
const refusal: unknown = expect.objectContaining({ name: 'StoreRefusal', reason: 'unsafe' })

describe('a data folder', () => {
  test.each(['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.rclone', 'ceph', 'unc'])(
    'on a network share (%s) is refused unless its owner says that it is safe (ST18)',
    (fileSystem) => {
      expect(check({ fileSystem })).toThrow(refusal)
      expect(check({ fileSystem })).toThrow(/RESIT_SHARED_DATA_DIR=allow/)
      expect(check({ fileSystem }, true)).not.toThrow()
    },
  )

  test.each([
    'Dropbox',
    'OneDrive - Kedai Kopi',
    'Google Drive',
    'Nextcloud',
    'Mobile Documents',
    'CloudStorage',
    'MEGA',
  ])('under a folder that is copied elsewhere (%s) is refused (ST18)', (name) => {
    const folders = ['/', '/home', `/home/${name}`, `/home/${name}/resit`]
    expect(check({ folders })).toThrow(refusal)
    expect(check({ folders }, true)).not.toThrow()
  })

  test.each(['ext4', 'xfs', 'btrfs', 'apfs', 'tmpfs', 'overlay', 'fuseblk', 'fuse.fuse-overlayfs', null])(
    'on a disk of this computer (%s) is welcome',
    (fileSystem) => {
      expect(check({ fileSystem })).not.toThrow()
    },
  )

  test('that only sounds like one that is copied elsewhere is welcome', () => {
    expect(check({ folders: ['/', '/srv', '/srv/box', '/srv/box/dropbox-export'] })).not.toThrow()
  })

  test('on the file system of the whole system is on no share, whatever that is', () => {
    expect(check({ fileSystem: '9p', isRoot: true })).not.toThrow()
  })
})

describe('this computer', () => {
  const here = freshFile()

  test('says on what file system a folder is, also before the folder is there', () => {
    const known = process.platform === 'linux' ? expect.stringMatching(/^[a-z0-9.]+$/) : null
    for (const path of [here.directory, join(here.directory, 'not', 'there')])
      expect(pathAndFileSystemOf(path).fileSystem).toEqual(known)
  })

  test('shows what a program that copies folders leaves in them (ST18)', () => {
    const inside = join(here.directory, 'shop', 'resit')
    mkdirSync(inside, { recursive: true })
    expect(() => refuseSharedPlace(inside, false)).not.toThrow()
    writeFileSync(join(here.directory, 'shop', '.stfolder'), '')
    expect(() => refuseSharedPlace(inside, false)).toThrow(refusal)
  })
})
