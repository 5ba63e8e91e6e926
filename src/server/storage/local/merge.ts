import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { Undo } from '../templateStore.ts'
import { syncFolder } from './durable.ts'
import { type Journal, type JournalDirs, openJournal, undoJournal } from './journal.ts'
import { createPath } from './createPath.ts'
import { type Disk, type Listings, statEntry, walkFolder } from './scan.ts'
import { keepInTrash } from './trash.ts'

/**
 * Moves a staged tree into a folder of the store, all or nothing: every name is checked before anything is replaced, a
 * failing step undoes the earlier ones, and a journal lets the next start undo what a killed process left (killed
 * before its first move, it may leave empty folders).
 */
export async function mergeTree(
  dirs: JournalDirs & Disk & { trash: string },
  staged: string,
  into: StorePath,
  now: Date,
): Promise<Undo> {
  const journal: Journal = { made: [], moves: [] }
  const undo = () => undoJournal(dirs.root, journal)
  let strikeOut = async (): Promise<void> => undefined
  try {
    await prepare(dirs, staged, into, now, journal)
    strikeOut = await openJournal(dirs, into[0] ?? '', journal)
    for (const { from, to } of journal.moves) await rename(join(dirs.root, from), join(dirs.root, to))
    for (const dir of new Set(journal.moves.map(({ to }) => dirname(to)))) await syncFolder(join(dirs.root, dir))
    await strikeOut()
    return undo
  } catch (error) {
    await undo()
    await strikeOut()
    throw error
  }
}

/** Checks all names, makes the folders, and keeps a hard link to each file that will be replaced. */
async function prepare(
  dirs: JournalDirs & Disk & { trash: string },
  staged: string,
  into: StorePath,
  now: Date,
  journal: Journal,
): Promise<void> {
  const known: Listings = new Map()
  const inner = (file: string) => relative(dirs.root, file)
  for (const entry of await walkFolder(staged, ['staged'])) {
    const path = entry.path.slice(1)
    const spot = await createPath(dirs, [...into, ...path], known)
    const there = await statEntry(spot.file, spot.path)
    if (there && there.kind !== entry.kind) {
      throw new AppError('conflict', `“${formatPath(path)}”已存在，但一个是文件，一个是文件夹`)
    }
    if (entry.kind === 'file') {
      const trashed = there ? inner(await keepInTrash(dirs.trash, spot.file, spot.path, now)) : null
      journal.moves.push({ from: inner(join(staged, ...path)), to: inner(spot.file), kept: trashed })
    } else if (!there) {
      await mkdir(spot.file)
      journal.made.push(inner(spot.file))
    }
  }
}
