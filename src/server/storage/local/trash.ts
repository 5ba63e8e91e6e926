import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY_MS } from '#shared/util/dates.ts'
import { fsCode } from '../fsErrors.ts'
import { namesIn } from '../leftovers.ts'
import type { StorePath } from '../path.ts'
import { TRASH_DAYS } from '../templateStore.ts'

/** A new path in the trash; its first folder is the time, which `emptyTrash` reads. */
export async function trashSpot(trashDir: string, path: StorePath, now: Date): Promise<string> {
  const spot = join(trashDir, `${now.getTime()}-${randomUUID()}`, ...path)
  await mkdir(dirname(spot), { recursive: true })
  return spot
}

/** Keeps a hard link to a file in the trash, so that the file can be replaced without ever being absent. */
export async function linkToTrash(trashDir: string, file: string, path: StorePath, now: Date): Promise<string> {
  const spot = await trashSpot(trashDir, path, now)
  await linkOrCopy(file, spot)
  return spot
}

/** A second name for a file. */
export async function linkOrCopy(file: string, second: string): Promise<void> {
  try {
    await link(file, second)
  } catch (error) {
    // FAT and some network volumes have no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(fsCode(error) ?? '')) throw error
    await copyFile(file, second)
  }
}

/** Removes what has been in the trash for more than TRASH_DAYS. */
export async function emptyTrash(trashDir: string, now: Date): Promise<void> {
  for (const name of await namesIn(trashDir)) {
    if (now.getTime() - Number.parseInt(name, 10) > TRASH_DAYS * DAY_MS) {
      await rm(join(trashDir, name), { recursive: true, force: true })
    }
  }
}
