import { mkdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { RESERVED_FOLDER } from '../core/names.ts'
import { errnoOf } from './hash.ts'

/** The engine's own places inside a workspace: on the same volume, so that a rename is atomic (S26). */
export interface Layout {
  root: string
  reserved: string
  temp: string
  trash: string
  lock: string
}

export function layoutOf(root: string): Layout {
  const reserved = join(root, RESERVED_FOLDER)
  return {
    root,
    reserved,
    temp: join(reserved, 'tmp'),
    trash: join(reserved, 'trash'),
    lock: join(reserved, 'lock.json'),
  }
}

/** Makes the places and clears what a killed process left half done. Only the holder of the lock may call it. */
export async function prepareLayout(layout: Layout): Promise<void> {
  await rm(layout.temp, { recursive: true, force: true })
  await makeBelow(layout.root, layout.temp)
  await makeBelow(layout.root, layout.trash)
}

/**
 * Makes a folder and those above it up to the root, never the root itself: one that was moved away, or whose disk is
 * not there, would be taken for an emptied one. Rejects with ENOENT when the root of a folder below it is missing.
 */
export async function makeBelow(root: string, folder: string): Promise<void> {
  let current = root
  // Of the root itself nothing is to be made: its way is one empty name.
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    current = join(current, name)
    await mkdir(current).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error
    })
  }
}
