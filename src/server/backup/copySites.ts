import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { recordFile, SLOTS } from '../storage/siteFolders.ts'
import type { BackupCopier } from './copyFiles.ts'

/** Maximum number of rounds. Each copies only changed files, so it is quick. */
const MAX_ROUNDS = 200
const PAUSE_MS = 10
/** Names of a folder's entries; empty when it does not exist. */
const namesIn = (dir: string): Promise<string[]> => readdir(dir).catch(() => [])

/** Copies the current pages of each site, all of the same build; a build in progress is not copied. */
export async function copySites(copying: BackupCopier, from: string, to: string): Promise<void> {
  for (const name of await namesIn(from)) await copySite(copying, path.join(from, name), path.join(to, name))
}

/** @throws AppError `conflict` when builds change the pages in all rounds */
export async function copySite(copying: BackupCopier, from: string, to: string): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const said = await readFile(path.join(from, 'current'), 'utf8').catch(() => '')
    const slot = SLOTS.find((each) => each === said.trim())
    if (!slot) return rm(to, { recursive: true, force: true })
    const [record, changes] = [await stampOf(recordFile(from, slot)), copying.changes]
    await copying.updateEntry(from, to, slot)
    await copying.updateEntry(from, to, path.basename(recordFile(from, slot)))
    // A build deletes the record of a slot before it changes the slot, and then writes a new one.
    const isSame = record === '' ? copying.changes === changes : (await stampOf(recordFile(from, slot))) === record
    if (!isSame) {
      await delay(PAUSE_MS)
      continue
    }
    for (const other of await namesIn(to))
      if (other !== slot && other !== path.basename(recordFile(to, slot)))
        await rm(path.join(to, other), { recursive: true, force: true })
    return writeFile(path.join(to, 'current'), slot, { mode: 0o600 })
  }
  throw alwaysChanging(`站点 ${path.basename(from)} 的静态页面`)
}

const stampOf = async (file: string): Promise<string> => {
  const found = await stat(file, { bigint: true }).catch(() => null)
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''
}

const alwaysChanging = (what: string): AppError => new AppError('conflict', `${what}持续变化，备份未完成，请稍后重试`)
