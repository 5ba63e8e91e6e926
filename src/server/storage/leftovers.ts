import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#shared/util/dates.ts'
import { fsCode } from './fsErrors.ts'

/** Removes a temporary file or folder. Errors are ignored: `removeLeftovers` deletes the rest later. */
export const discardTemp = (file: string): Promise<void> =>
  rm(file, { recursive: true, force: true }).catch(() => undefined)

/** Removes temporary files of killed processes that are more than a day old; newer ones may be in use. */
export async function removeLeftovers(dir: string, now: Date): Promise<void> {
  await removeOlder(dir, now.getTime() - DAY_MS)
}

/** Removes entries that were last written before a time, epoch ms. */
export async function removeOlder(dir: string, before: number): Promise<void> {
  for (const name of await namesIn(dir)) {
    const file = join(dir, name)
    const found = await stat(file).catch(() => null)
    if (found && found.mtimeMs < before) await rm(file, { recursive: true, force: true })
  }
}

/** The names in a folder; empty when it doesn't exist. */
export async function namesIn(dir: string): Promise<string[]> {
  try {
    return await readdir(dir)
  } catch (error) {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  }
}
