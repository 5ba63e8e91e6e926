import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { RESERVED_FOLDER } from '../core/names.ts'
import { errnoOf, isMissing } from './hash.ts'

/**
 * The engine's own places. Temp files are inside the workspace, on the same volume, so that a rename is atomic (S26).
 * Lock and trash are with the workspace's state where that is on the same volume too, so that `git clean` and
 * `git stash` neither see nor empty them.
 */
export interface Layout {
  readonly root: string
  readonly reserved: string
  readonly temp: string
  /** Names the workspace that this folder belongs to, and where its lock is. */
  readonly marker: string
  /** Where lock and trash are when the state is on another volume, and were in earlier versions. */
  readonly folderLock: string
  readonly folderTrash: string
  /** Where the workspace's base is; null when nothing is known of it. */
  readonly stateDir: string | null
  /** Settled by `settleLayout`. */
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

/** Makes the engine's folder with a `.gitignore` for all of it, before anything else is in it. Rejects with ENOENT without the root. */
export async function makeReserved({ root, reserved, temp }: Layout): Promise<void> {
  await makeBelow(root, reserved)
  await writeFile(join(reserved, '.gitignore'), '# 站匠同步时使用，不进入版本库\n*\n', { flag: 'wx' }).catch(
    (error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    },
  )
  await makeBelow(root, temp)
}

/** Decides where lock and trash are, by what a rename between folder and state does. */
export async function settleLayout(layout: Layout): Promise<void> {
  if (layout.stateDir === null) return
  const probe = join(layout.temp, randomUUID())
  const there = join(layout.stateDir, `probe-${randomUUID()}`)
  await mkdir(layout.stateDir, { recursive: true, mode: 0o700 })
  await writeFile(probe, '')
  const near = await rename(probe, there).then(
    () => true,
    () => false,
  )
  await rm(near ? there : probe, { force: true })
  layout.trash = near ? join(layout.stateDir, 'trash') : layout.folderTrash
  layout.lock = near ? join(layout.stateDir, 'lock.json') : layout.folderLock
}

/** Makes the places and clears what a killed process left half done. Only the holder of the lock may call it. */
export async function prepareLayout(layout: Layout): Promise<void> {
  await rm(layout.temp, { recursive: true, force: true })
  await makeReserved(layout)
  await makeTrash(layout)
  await moveTrash(layout.folderTrash, layout.trash)
}

/** A trash inside the workspace never makes the root. */
export async function makeTrash({ root, trash, folderTrash }: Layout): Promise<void> {
  if (trash === folderTrash) await makeBelow(root, trash)
  else await mkdir(trash, { recursive: true, mode: 0o700 })
}

/** Before a workspace's state goes: what is in the trash stays with its folder. Answers whether it could be moved. */
export async function returnTrash(layout: Layout): Promise<boolean> {
  try {
    await makeReserved(layout)
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

/** Notes (`.json`) after their bytes: an entry without bytes must not be listed. */
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
 * Makes a folder and those above it up to the root, never the root itself: one that was moved away, or whose disk is
 * not there, would be taken for an emptied one. Rejects with ENOENT when the root of a folder below it is missing.
 */
export async function makeBelow(root: string, folder: string): Promise<void> {
  let current = root
  // For the root itself relative() is '', which the filter removes: the root is never made.
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    current = join(current, name)
    await mkdir(current).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
}
