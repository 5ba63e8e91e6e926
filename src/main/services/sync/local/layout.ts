import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { RESERVED_FOLDER } from '../core/names.ts'
import { errnoOf, isMissing } from './hash.ts'

/**
 * The engine's own paths. Temp files are inside the workspace, on the same volume, so that a rename is atomic (S26).
 * Lock and trash are in the workspace's state folder if that is on the same volume too, so that `git clean` and `git
 * stash` neither see nor delete them.
 */
export interface Layout {
  readonly root: string
  readonly reserved: string
  readonly temp: string
  /** File that names the workspace of this folder and the path of its lock. */
  readonly marker: string
  /** Paths of lock and trash if the state folder is on another volume, and in earlier versions. */
  readonly folderLock: string
  readonly folderTrash: string
  /** The folder of the workspace's base; null when unknown. */
  readonly stateDir: string | null
  /** Determined by `chooseTrashAndLock`. */
  trash: string
  lock: string
}

export function layoutOf(root: string, stateDir: string | null = null): Layout {
  const reserved = join(root, RESERVED_FOLDER)
  return {
    root,
    reserved,
    stateDir,
    temp: join(reserved, 'tmp'),
    marker: join(reserved, 'workspace.json'),
    folderLock: join(reserved, 'lock.json'),
    folderTrash: join(reserved, 'trash'),
    trash: join(stateDir ?? reserved, 'trash'),
    lock: join(stateDir ?? reserved, 'lock.json'),
  }
}

/**
 * Creates the engine's folder with a `.gitignore` for all its contents. Rejects with ENOENT when the root is missing.
 */
export async function createReservedFolder({ root, reserved, temp }: Layout): Promise<void> {
  await createFoldersBelow(root, reserved)
  await writeFile(join(reserved, '.gitignore'), '# 站匠同步时使用，不进入版本库\n*\n', { flag: 'wx' }).catch(
    (error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    },
  )
  await createFoldersBelow(root, temp)
}

/** Chooses the paths of lock and trash, depending on whether a rename between workspace and state folder works. */
export async function chooseTrashAndLock(layout: Layout): Promise<void> {
  if (layout.stateDir === null) return
  const probe = join(layout.temp, randomUUID())
  const there = join(layout.stateDir, `probe-${randomUUID()}`)
  await mkdir(layout.stateDir, { recursive: true, mode: 0o700 })
  await writeFile(probe, '')
  const isSameVolume = await rename(probe, there).then(
    () => true,
    () => false,
  )
  await rm(isSameVolume ? there : probe, { force: true })
  layout.trash = isSameVolume ? join(layout.stateDir, 'trash') : layout.folderTrash
  layout.lock = isSameVolume ? join(layout.stateDir, 'lock.json') : layout.folderLock
}

/** Creates the folders and deletes what a killed process left unfinished. Call it only while holding the lock. */
export async function prepareLayout(layout: Layout): Promise<void> {
  await rm(layout.temp, { recursive: true, force: true })
  await createReservedFolder(layout)
  await createTrashFolder(layout)
  await moveTrash(layout.folderTrash, layout.trash)
}

/** A trash inside the workspace never creates the root. */
export async function createTrashFolder({ root, trash, folderTrash }: Layout): Promise<void> {
  if (trash === folderTrash) await createFoldersBelow(root, trash)
  else await mkdir(trash, { recursive: true, mode: 0o700 })
}

/**
 * Moves the trash into the workspace's folder before the workspace's state is deleted. Returns whether that succeeded.
 */
export async function moveTrashIntoFolder(layout: Layout): Promise<boolean> {
  try {
    await createReservedFolder(layout)
    await moveTrash(layout.trash, layout.folderTrash)
    return true
  } catch {
    return false
  }
}

export const isFolder = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  )

/** Moves notes (`.json`) after their bytes: an entry without bytes must not be listed. */
async function moveTrash(from: string, to: string): Promise<void> {
  if (from === to) return
  const names = await readdir(from).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (names === null) return
  if (names.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  const isNote = (name: string): boolean => name.endsWith('.json')
  for (const name of [...names.filter((name) => !isNote(name)), ...names.filter(isNote)]) {
    await rename(join(from, name), join(to, name))
  }
  await rmdir(from).catch(() => undefined)
}

/**
 * Creates a folder and its missing parents below the root, but never the root itself: a missing root (moved, or on a
 * disconnected disk) would then look like an emptied one. Rejects with ENOENT when the root is missing.
 */
export async function createFoldersBelow(root: string, folder: string): Promise<void> {
  let current = root
  // For the root itself relative() is '', which the filter removes, so the root is never created.
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    current = join(current, name)
    await mkdir(current).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
}
