import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync, statSync, unlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { BadConfiguration } from '../settings/values.ts'

const refused = (why: string): BadConfiguration => new BadConfiguration(`RESIT_SOCKET: ${why}`)

/** All for us, nothing for others; its group may go in, and make nothing there. */
const rightsAskedFor = 0o727
const rightsNeeded = 0o700
const groupGoesIn = 0o010
const writableByOthers = 0o022

/**
 * Makes the folder of a socket, or looks whether it is one. A till takes whoever answers there for the gateway, so
 * nobody else may be able to put a socket there, also while the gateway is stopped: neither into the folder, nor by
 * exchanging the folder or one above it.
 * @throws BadConfiguration
 */
function openFolder(folder: string, name: string): void {
  try {
    // Its parent must be there: what is spelt wrong, or not mounted, is not made.
    mkdirSync(folder, { mode: 0o700 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw refused(`the folder ${folder} is not there and cannot be made.`)
  }
  const real = realpathSync(folder)
  if (real !== folder) throw refused(`the way to ${folder} leads over a link. Name ${join(real, name)} instead.`)
  const { uid, mode } = statSync(folder)
  if (uid !== process.geteuid?.())
    throw refused(`the folder ${folder} belongs to another account than the one that Resit runs as.`)
  if ((mode & rightsAskedFor) !== rightsNeeded)
    throw refused(
      `the folder ${folder} must be closed to others: “chmod 700 ${folder}”, or 750 where its group may connect.`,
    )
  for (const above of foldersAbove(folder)) {
    const { uid: owner, mode: rights } = statSync(above)
    if ((owner !== 0 && owner !== uid) || (rights & writableByOthers) !== 0)
      throw refused(
        `others may write to ${above}, so that anybody's socket could take the place of this one. Name a path in a folder that only administrators and this account may change.`,
      )
  }
}

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder)
  return parent === folder ? [] : [parent, ...foldersAbove(parent)]
}

/** Whether somebody listens; whoever does not say no may be busy. */
async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch (cause) {
    return !['ECONNREFUSED', 'ENOENT'].includes((cause as NodeJS.ErrnoException).code ?? '')
  } finally {
    socket.destroy()
  }
}

/**
 * Before a socket is made: its folder is in order, and what a gateway that was killed has left is gone. One that is
 * answered stays, and then nobody else can listen there.
 * @throws BadConfiguration where the folder cannot be used, or something other than a socket has the name
 */
export async function prepareSocketPlace(path: string): Promise<void> {
  openFolder(dirname(path), basename(path))
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (!found.isSocket()) throw refused(`${path} is no socket, and is left alone. Take it away, or name another path.`)
  if (!(await isAnswered(path))) unlinkSync(path)
}

/**
 * Gives a new socket the rights that its folder has: the account alone, or its group too.
 * @throws BadConfiguration where it cannot be given to that group
 */
export function closeSocket(path: string): void {
  const folder = statSync(dirname(path))
  if ((folder.mode & groupGoesIn) === 0) return chmodSync(path, 0o600)
  try {
    if (statSync(path).gid !== folder.gid) chownSync(path, -1, folder.gid)
  } catch {
    throw refused(
      `this account may not give the socket to the group of ${dirname(path)}. Start Resit in that group, or “chmod g+s” the folder.`,
    )
  }
  chmodSync(path, 0o660)
}
