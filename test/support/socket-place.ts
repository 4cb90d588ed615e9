import { mkdtempSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The system's folder for what goes with a restart where we may write there, and then other users may look into it. */
const isRoot = process.getuid?.() === 0

/** A new folder under one that nobody else may write to, as /tmp is not; its path is short, as a socket's must be. */
export const socketFolder = (): string => mkdtempSync(join(isRoot ? '/run' : homedir(), '.resit-'))

/** Whether a test can be somebody else. */
export const canBecomeOthers = isRoot
