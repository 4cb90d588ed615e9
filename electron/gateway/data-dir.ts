import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** The files of one installation; everything a gateway remembers is in this directory. */
export interface DataDir {
  readonly path: string
  readonly database: string
  readonly practiceLedger: string
  readonly secrets: string
  /** The journal beside the database, and its anchor. */
  readonly journal: string
  /** Where a running gateway can be found. */
  readonly discovery: string
  /** How the command line proves that it runs as the owner of the directory. */
  readonly controlToken: string
}

/** @throws Error where the directory cannot be made */
export function openDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return {
    path,
    database: join(path, 'resit.db'),
    practiceLedger: join(path, 'practice.db'),
    secrets: join(path, 'secrets.json'),
    journal: join(path, 'journal'),
    discovery: join(path, 'gateway.json'),
    controlToken: join(path, 'control.token'),
  }
}
