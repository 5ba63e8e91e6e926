import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { whileNoWriter, type WritersOf } from '../db/writers.ts'
import { recordFile, SLOTS } from '../storage/siteFolders.ts'
import { type Copying, LAST } from './copyFiles.ts'

/** Each copies only what has changed since, so it is quick. */
const ROUNDS = 200
const PAUSE_MS = 10
/** A change of template files that was begun so long ago belongs to no running process. */
const LEFT_MS = 10_000

/** Names of a folder's entries; none when it is not there. */
const namesIn = (dir: string): Promise<string[]> => readdir(dir).catch(() => [])

/** The store knows no links. */
const foldersIn = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { withFileTypes: true }).catch(() => []))
    .filter((item) => !item.isSymbolicLink())
    .map(({ name }) => name)

/** A draft lies beside its template, with a name that begins with that one's and this sign: both are published in one step. */
const groupOf = (folder: string): string => (folder.split('~', 1)[0] ?? folder).slice(0, 50)

/**
 * Copies template folders, each with its draft as they are at one moment between two changes. The bulk is copied before; what
 * has changed since is copied again while nobody writes, template by template. AppError `unavailable` as whileNoWriter.
 */
export async function copyTemplates(
  copying: Copying,
  from: string,
  to: string,
  { writers }: { writers: WritersOf },
): Promise<void> {
  if (!(await stat(from).catch(() => null))) return
  for (const name of await foldersIn(from)) if (name !== LAST) await copying.one(from, to, name)
  const names = new Set([...(await foldersIn(from)), ...(await namesIn(to))])
  names.delete(LAST)
  for (const folders of Map.groupBy(names, groupOf).values()) {
    let isDone = false as boolean
    for (let round = 1; !isDone; round++) {
      await whileNoWriter(writers, async () => {
        isDone = round === ROUNDS || !(await hasOpenJournal(path.join(from, LAST, 'journal')))
        if (isDone) for (const name of folders) await copying.one(from, to, name)
      })
      if (!isDone) await delay(PAUSE_MS)
    }
  }
  // Last: what is no longer in a template is there by then.
  await copying.one(from, to, LAST)
}

/** After a call that failed its files go back when its transaction has ended; one that stays comes along, and is undone after a restore. */
async function hasOpenJournal(dir: string): Promise<boolean> {
  for (const name of await namesIn(dir)) {
    const found = await stat(path.join(dir, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs < LEFT_MS) return true
  }
  return false
}

/** Copies the pages of each site that visitors see, all of one build; what another build works on is made anew. */
export async function copySites(copying: Copying, from: string, to: string): Promise<void> {
  for (const name of await namesIn(from)) await copySite(copying, path.join(from, name), path.join(to, name))
}

/** AppError `conflict` when builds are always faster. */
export async function copySite(copying: Copying, from: string, to: string): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const said = await readFile(path.join(from, 'current'), 'utf8').catch(() => '')
    const slot = SLOTS.find((each) => each === said.trim())
    if (!slot) return rm(to, { recursive: true, force: true })
    const [record, changes] = [await stampOf(recordFile(from, slot)), copying.changes]
    await copying.one(from, to, slot)
    await copying.one(from, to, path.basename(recordFile(from, slot)))
    // A build takes the record of a slot away before it works on it, and writes another one.
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
  throw restless(`站点 ${path.basename(from)} 的静态页面`)
}

const stampOf = async (file: string): Promise<string> => {
  const found = await stat(file, { bigint: true }).catch(() => null)
  return found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''
}

const restless = (what: string): AppError => new AppError('conflict', `${what}一直在改变，备份没有完成，请稍后再试`)
