import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fsCode } from '../fsErrors.ts'
import type { StorePath } from '../path.ts'
import { TRASH_DAYS } from '../templateStore.ts'

const DAY = 86_400_000

/** A fresh place in the trash for the path; the folder's first part is the time, which `prune` reads. */
export async function trashSpot(trashDir: string, path: StorePath, now: Date): Promise<string> {
  const spot = join(trashDir, `${now.getTime()}-${randomUUID()}`, ...path)
  await mkdir(dirname(spot), { recursive: true })
  return spot
}

/** Moves a file or folder into the trash; answers where it is now. */
export async function moveToTrash(trashDir: string, file: string, path: StorePath, now: Date): Promise<string> {
  const spot = await trashSpot(trashDir, path, now)
  await rename(file, spot)
  return spot
}

/** Keeps a second name of a file in the trash, so that it can then be replaced without ever being absent. */
export async function keepInTrash(trashDir: string, file: string, path: StorePath, now: Date): Promise<string> {
  const spot = await trashSpot(trashDir, path, now)
  try {
    await link(file, spot)
  } catch (error) {
    // FAT and some network volumes have no links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(fsCode(error) ?? '')) throw error
    await copyFile(file, spot)
  }
  return spot
}

/** Removes trash older than TRASH_DAYS and temporary files that a killed process left a day ago. */
export async function prune(dirs: { trash: string; tmp: string }, now: Date): Promise<void> {
  for (const name of await namesIn(dirs.trash)) {
    if (now.getTime() - Number.parseInt(name, 10) > TRASH_DAYS * DAY) {
      await rm(join(dirs.trash, name), { recursive: true, force: true })
    }
  }
  for (const name of await namesIn(dirs.tmp)) {
    const file = join(dirs.tmp, name)
    const { mtimeMs } = await stat(file)
    if (now.getTime() - mtimeMs > DAY) await rm(file, { recursive: true, force: true })
  }
}

async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  }
}
