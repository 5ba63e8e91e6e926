import { renameSync, rmdirSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { fsCode } from '../fsErrors.ts'
import { formatPath, type StorePath } from '../path.ts'
import type { Replacement, StoredEntry, Undo } from '../templateStore.ts'
import { syncFolder } from './durable.ts'
import { type Journal, type JournalDirs, openJournal, type OpenJournal, undoJournal } from './journal.ts'
import { createPath } from './createPath.ts'
import { type Disk, type Listings, resolve, statEntry, walkFolder } from './scan.ts'
import { linkToTrash, trashSpot } from './trash.ts'

type Dirs = JournalDirs & Disk & { trash: string }

/**
 * Moves a staged tree into a folder of the store, all or nothing: every name is checked before anything is replaced, a
 * failing step undoes the earlier ones, and a journal lets the next start undo what a killed process left (killed
 * before its first move, it may leave empty folders).
 */
export async function mergeTree(dirs: Dirs, staged: string, into: StorePath, now: Date): Promise<Undo> {
  const journal: Journal = { made: [], moves: [] }
  const undo = () => undoJournal(dirs.root, journal)
  const onDisk = openJournal(dirs, into[0] ?? '', journal)
  try {
    await prepare(dirs, staged, into, now, journal)
    await onDisk.write()
    for (const { from, to } of journal.moves) await rename(join(dirs.root, from), join(dirs.root, to))
    await syncMoves(dirs, journal)
    await onDisk.strike()
    return undo
  } catch (error) {
    await undo()
    await onDisk.strike()
    throw error
  }
}

const keyOf = (path: StorePath): string => nameKey(formatPath(path))

interface Change {
  staged: string
  into: StorePath
  /** Relative to the folder. */
  removed: readonly StorePath[]
  token: string
}

/**
 * The same with paths that go, in one step: between the first and the last of its moves nothing else of this process runs.
 * The journal stays until the caller's transaction has ended, so that a start after a kill knows what was committed.
 */
export async function replaceTree(
  dirs: Dirs,
  { staged, into, removed, token }: Change,
  now: Date,
): Promise<Replacement> {
  const journal: Journal = { made: [], moves: [], removed: [], emptied: [], token }
  const onDisk = openJournal(dirs, into[0] ?? '', journal)
  const undo = async (): Promise<void> => {
    await undoJournal(dirs.root, journal)
    await onDisk.strike()
  }
  try {
    const going = await goingOf(dirs, into, removed)
    const coming = new Set((await walkFolder(staged, ['staged'])).map(({ path }) => keyOf(path.slice(1))))
    const gone = new Set(going.map(({ path }) => keyOf(path.slice(into.length))))
    const isInTheWay = ({ path }: StoredEntry): boolean =>
      path.slice(into.length).some((_, depth, names) => {
        const key = keyOf(names.slice(0, depth + 1))
        return coming.has(key) && gone.has(key)
      })
    // Another kind of thing, or another spelling, can't be checked and made while this one is there.
    const first = going.filter(isInTheWay)
    if (first.length > 0) await remove(dirs, first, now, journal, onDisk)
    await prepare(dirs, staged, into, now, journal)
    await remove(
      dirs,
      going.filter((entry) => !first.includes(entry)),
      now,
      journal,
      onDisk,
      () => {
        for (const { from, to } of journal.moves) renameSync(join(dirs.root, from), join(dirs.root, to))
      },
    )
    await syncMoves(dirs, journal)
    return { undo, settle: () => onDisk.strike() }
  } catch (error) {
    await undo()
    throw error
  }
}

/** What is there of the paths that are to go, the deepest first. */
async function goingOf(dirs: Dirs, into: StorePath, removed: readonly StorePath[]): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  for (const path of removed) {
    const { entry } = await resolve(dirs, [...into, ...path])
    if (entry) found.push(entry)
  }
  return found.toSorted((a, b) => b.path.length - a.path.length)
}

/** Moves files to the trash and removes folders that are empty then, and whatever `then` does, in one step. */
async function remove(
  dirs: Dirs,
  going: readonly StoredEntry[],
  now: Date,
  journal: Journal,
  onDisk: OpenJournal,
  then: () => void = () => undefined,
): Promise<void> {
  const [removed, emptied] = [(journal.removed ??= []), (journal.emptied ??= [])]
  const files: { from: string; to: string }[] = []
  for (const { kind, path } of going) {
    if (kind === 'folder') continue
    const to = relative(dirs.root, await trashSpot(dirs.trash, path, now))
    files.push({ from: join(...path), to })
  }
  const folders = going.filter(({ kind }) => kind === 'folder').map(({ path }) => join(...path))
  removed.push(...files)
  // Made again by an undo, also those that were not empty: they are there then.
  emptied.push(...folders)
  await onDisk.write()
  for (const { from, to } of files) renameSync(join(dirs.root, from), join(dirs.root, to))
  for (const dir of folders) removeIfEmpty(join(dirs.root, dir))
  then()
  const parents = new Set([...files.map(({ from }) => dirname(from)), ...folders.map((dir) => dirname(dir))])
  for (const dir of parents) if (await statEntry(join(dirs.root, dir), [''])) await syncFolder(join(dirs.root, dir))
}

function removeIfEmpty(dir: string): void {
  try {
    rmdirSync(dir)
  } catch (error) {
    // Something is in it that was not to go.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(fsCode(error) ?? '')) throw error
  }
}

async function syncMoves({ root }: Dirs, { moves }: Journal): Promise<void> {
  for (const dir of new Set(moves.map(({ to }) => dirname(to)))) await syncFolder(join(root, dir))
}

/** Checks all names, makes the folders, and keeps a second name of each file that will be replaced. */
async function prepare(dirs: Dirs, staged: string, into: StorePath, now: Date, journal: Journal): Promise<void> {
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
      const trashed = there ? inner(await linkToTrash(dirs.trash, spot.file, spot.path, now)) : null
      journal.moves.push({ from: inner(join(staged, ...path)), to: inner(spot.file), kept: trashed })
    } else if (!there) {
      await mkdir(spot.file)
      journal.made.push(inner(spot.file))
    }
  }
}
