import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fsCode } from '../fsErrors.ts'
import { namesIn } from '../leftovers.ts'
import { syncFolder, writeAtomically } from './durable.ts'
import { statEntry } from './scan.ts'

/** The steps of a merge, enough to undo it. Paths are relative to the templates' root. */
export interface Journal {
  /** Folders that the merge has made, parents first. */
  made: string[]
  /** Files in their order; `kept` is what `to` was before, null for a new file. */
  moves: { from: string; to: string; kept: string | null }[]
}

export interface JournalDirs {
  root: string
  tmp: string
  journal: string
}

/** Writes the journal durably; answers the function that removes it. */
export async function openJournal(dirs: JournalDirs, folder: string, journal: Journal): Promise<() => Promise<void>> {
  const file = join(dirs.journal, `${randomUUID()}.json`)
  await writeAtomically(dirs.tmp, file, Buffer.from(JSON.stringify({ folder, ...journal })))
  return () => strike(dirs, file)
}

/** Removes the journal durably: one that reappeared after a power cut would undo an acknowledged merge. */
async function strike(dirs: JournalDirs, file: string): Promise<void> {
  await rm(file, { force: true })
  await syncFolder(dirs.journal)
}

/** Undoes a merge as far as it was done. May run again after being interrupted. */
export async function undoJournal(root: string, { made, moves }: Journal): Promise<void> {
  for (const { from, to, kept } of moves.toReversed()) {
    if (await isThere(join(root, from))) continue
    if (kept === null) await rm(join(root, to), { force: true })
    else if (await isThere(join(root, kept))) await rename(join(root, kept), join(root, to))
  }
  for (const dir of made.toReversed()) {
    await rmdir(join(root, dir)).catch((error: unknown) => {
      // The folder has got another file meanwhile, or is already gone.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(fsCode(error) ?? '')) throw error
    })
  }
}

/** Merges that no process has finished: the template's folder, and the function that undoes the merge. */
export async function unfinishedJournals(dirs: JournalDirs): Promise<{ folder: string; undo: () => Promise<void> }[]> {
  const files = (await namesIn(dirs.journal)).map((name) => join(dirs.journal, name))
  const found = await Promise.all(files.map(async (file) => ({ file, journal: await readJournal(file) })))
  return found.flatMap(({ file, journal }) =>
    journal ? [{ folder: journal.folder, undo: () => settle(dirs, file) }] : [],
  )
}

/** Reads the journal again first: the process that wrote it may have finished since. */
async function settle(dirs: JournalDirs, file: string): Promise<void> {
  const journal = await readJournal(file)
  if (!journal) return
  await undoJournal(dirs.root, journal)
  await strike(dirs, file)
}

async function readJournal(file: string): Promise<(Journal & { folder: string }) | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Journal & { folder: string }
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return null
    throw error
  }
}

const isThere = async (file: string): Promise<boolean> => (await statEntry(file, [''])) !== null
