import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Place, placeOf, refuseSharedPlace } from '../../electron/gateway/store/recovery/storage-place.ts'
import { freshFile } from '../support/database-file.ts'

const folder = '/home/aini/resit'
const aPlace = (over: Partial<Place> = {}): Place => ({
  folders: ['/', '/home', '/home/aini', folder],
  fileSystem: 'ext4',
  isRoot: false,
  has: () => false,
  ...over,
})
const deed =
  (over: Partial<Place>, isAllowed = false) =>
  () =>
    refuseSharedPlace(folder, isAllowed, () => aPlace(over))
const refusal: unknown = expect.objectContaining({ name: 'StoreRefusal', reason: 'unsafe' })

describe('a data folder', () => {
  test.each(['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.rclone', 'ceph', 'unc'])(
    'on a network share (%s) is refused unless its owner says that it is safe (ST18)',
    (fileSystem) => {
      expect(deed({ fileSystem })).toThrow(refusal)
      expect(deed({ fileSystem })).toThrow(/RESIT_SHARED_DATA_DIR=allow/)
      expect(deed({ fileSystem }, true)).not.toThrow()
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
    expect(deed({ folders })).toThrow(refusal)
    expect(deed({ folders }, true)).not.toThrow()
  })

  test.each(['ext4', 'xfs', 'btrfs', 'apfs', 'tmpfs', 'overlay', 'fuseblk', 'fuse.fuse-overlayfs', null])(
    'on a disk of this computer (%s) is welcome',
    (fileSystem) => {
      expect(deed({ fileSystem })).not.toThrow()
    },
  )

  test('that only sounds like one that is copied elsewhere is welcome', () => {
    expect(deed({ folders: ['/', '/srv', '/srv/box', '/srv/box/dropbox-export'] })).not.toThrow()
  })

  test('on the file system of the whole system is on no share, whatever that is', () => {
    expect(deed({ fileSystem: '9p', isRoot: true })).not.toThrow()
  })
})

describe('this computer', () => {
  const here = freshFile()

  test('says on what file system a folder is, also before the folder is there', () => {
    const known = process.platform === 'linux' ? expect.stringMatching(/^[a-z0-9.]+$/) : null
    for (const path of [here.directory, join(here.directory, 'not', 'there')])
      expect(placeOf(path).fileSystem).toEqual(known)
  })

  test('shows what a program that copies folders leaves in them (ST18)', () => {
    const inside = join(here.directory, 'shop', 'resit')
    mkdirSync(inside, { recursive: true })
    expect(() => refuseSharedPlace(inside, false)).not.toThrow()
    writeFileSync(join(here.directory, 'shop', '.stfolder'), '')
    expect(() => refuseSharedPlace(inside, false)).toThrow(refusal)
  })
})
