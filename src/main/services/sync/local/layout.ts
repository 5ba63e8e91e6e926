import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RESERVED_FOLDER } from '../core/names.ts'

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
  await mkdir(layout.temp, { recursive: true })
  await mkdir(layout.trash, { recursive: true })
}
