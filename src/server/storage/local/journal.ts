import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsCode } from '../fsErrors.ts'
import { namesIn } from '../leftovers.ts'
import type { UnfinishedChange } from '../templateStore.ts'
import { syncFolder, writeAtomically } from './durable.ts'
import { statEntry } from './scan.ts'

/** The steps of a merge, enough to undo it. Paths are relative to the templates' root. */
export interface Journal {
  /** Folders that the merge has made, parents first. */
  made: string[]
  /** Files in their order; `kept` is what `to` was before, null for a new file. */
  moves: { from: string; to: string; kept: string | null }[]
  /** Files that went to the trash, and empty folders that went; absent in journals of earlier versions. */
  removed?: { from: string; to: string }[]
  emptied?: string[]
  /** Names the change to its maker, who says at a start whether it counts. */
  token?: string
}

export interface JournalDirs {
  root: string
  tmp: string
  journal: string
}

/** A journal on the disk. */
export interface OpenJournal {
  /** Writes down what it says by now. */
  write(): Promise<void>
  strike(): Promise<void>
}

/** The journal of a change, not on the disk before it is written. */
export function openJournal(dirs: JournalDirs, folder: string, journal: Journal): OpenJournal {
  const file = join(dirs.journal, `${randomUUID()}.json`)
  return {
    write: () => writeAtomically(dirs.tmp, file, Buffer.from(JSON.stringify({ folder, ...journal }))),
    strike: () => strike(dirs, file),
  }
}

/** Removes the journal durably: one that reappeared after a power cut would undo an acknowledged merge. */
async function strike(dirs: JournalDirs, file: string): Promise<void> {
  await rm(file, { force: true })
  await syncFolder(dirs.journal)
}

/** Takes back what a journal names, as far as it was done; may run again after it was cut itself. */
export async function undoJournal(root: string, { made, moves, removed = [], emptied = [] }: Journal): Promise<void> {
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
  for (const { from, to } of removed) {
    if ((await isThere(join(root, from))) || !(await isThere(join(root, to)))) continue
    await mkdir(dirname(join(root, from)), { recursive: true })
    await rename(join(root, to), join(root, from))
  }
  for (const dir of emptied) await mkdir(join(root, dir), { recursive: true })
}

/** The changes that no process has finished. */
export async function unfinishedJournals(dirs: JournalDirs): Promise<UnfinishedChange[]> {
  const files = (await namesIn(dirs.journal)).map((name) => join(dirs.journal, name))
  const found = await Promise.all(files.map(async (file) => ({ file, journal: await readJournal(file) })))
  return found.flatMap(({ file, journal }) =>
    journal
      ? [
          {
            folder: journal.folder,
            token: journal.token ?? '',
            undo: () => takeBack(dirs, file),
            settle: () => strike(dirs, file),
          },
        ]
      : [],
  )
}

/** Read again: the process that wrote it may have been at work, and be done now. */
async function takeBack(dirs: JournalDirs, file: string): Promise<void> {
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
