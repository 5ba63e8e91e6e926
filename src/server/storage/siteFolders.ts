import { readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fsCode } from './fsErrors.ts'
import { syncFolder } from './local/durable.ts'

/**
 * A built site has two folders (slots), and a small file names the one that visitors see. A build works on the other
 * one, so that visitors never see a partial build, even after a power cut, and a build writes only the changes since
 * the build before the last.
 */
export const SLOTS = ['a', 'b'] as const
export type Slot = (typeof SLOTS)[number]

/** The folder of a site's static pages. */
export const siteFolder = (dataDir: string, siteId: number): string => join(dataDir, 'statics', String(siteId))
const pointerOf = (folder: string): string => join(folder, 'current')
export const slotFolder = (folder: string, slot: Slot): string => join(folder, slot)
/** The list of a slot's files (SlotRecord); missing while a build works on the slot. */
export const recordFile = (folder: string, slot: Slot): string => join(folder, `${slot}.json`)

/** The slot that visitors see; null: the site is not built. */
export function currentSlot(folder: string): Slot | null {
  try {
    const said = readFileSync(pointerOf(folder), 'utf8').trim()
    return SLOTS.find((slot) => slot === said) ?? null
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return null
    throw error
  }
}

export const otherSlot = (slot: Slot | null): Slot => (slot === 'a' ? 'b' : 'a')

/** Switches visitors to this slot. */
export async function switchSlot(folder: string, slot: Slot): Promise<void> {
  const next = `${pointerOf(folder)}.next`
  await writeFile(next, slot, { flush: true })
  await rename(next, pointerOf(folder))
  await syncFolder(folder)
}

/** Removes all pages of a site. */
export async function clearSite(folder: string): Promise<void> {
  // The pointer goes first, so that visitors never see a half removed site.
  await rm(pointerOf(folder), { force: true })
  await rm(folder, { recursive: true, force: true })
}
