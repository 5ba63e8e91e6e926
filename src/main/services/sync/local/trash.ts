import { randomUUID } from 'node:crypto'
import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFile, syncFolder } from '#services/files/durable.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Clock } from '#services/ports.ts'
import { isMissing } from './hash.ts'
import { createTrashFolder, type Layout } from './layout.ts'

/** ms. How long deleted bytes are kept. */
const RETENTION_MS = 30 * 24 * 3600 * 1000
const record = z.object({
  path: z.string(),
  side: z.enum(['local', 'remote']),
  size: z.number(),
  at: z.string(),
  /** Absent in notes of earlier versions. */
  moment: z.string().optional(),
})
type TrashRecord = z.output<typeof record>
type TrashEntry = TrashRecord & { entry: string; moment: string }

/** Bytes that sync deleted or replaced on either side, kept for restoring (S20). */
export interface Trash {
  /** Groups later entries as one sync or one answer; returns the group's id. */
  beginGroup(): string
  /**
   * Writes the note, lets `store` move or copy the bytes to the given path, and returns the entry's id. The entry then
   * survives a power cut.
   */
  add(what: Omit<TrashRecord, 'at' | 'moment'>, store: (place: string) => Promise<void>): Promise<string>
  list(): Promise<TrashEntry[]>
  /** The entry and the path of its bytes. Error: not-found. */
  find(entry: string): Promise<TrashEntry & { file: string }>
  remove(entry: string): Promise<void>
  /** Removes entries older than 30 days. */
  removeExpired(): Promise<void>
}

/** Entry ids come from the page, so nothing else on this disk may be addressed. */
const ENTRY = /^[0-9a-f-]{36}$/

export function createTrash(layout: Layout, clock: Clock): Trash {
  const bytesPathOf = (entry: string): string => join(layout.trash, entry)
  const notePathOf = (entry: string): string => join(layout.trash, `${entry}.json`)
  let moment = ''
  const read = async (entry: string): Promise<TrashEntry | null> => {
    try {
      const found = record.parse(JSON.parse(await readFile(notePathOf(entry), 'utf8')))
      return { entry, ...found, moment: found.moment ?? found.at }
    } catch {
      return null
    }
  }
  const list = async (): Promise<TrashEntry[]> => {
    const names = await readdir(layout.trash).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const entries = await Promise.all(names.filter((name) => !name.endsWith('.json')).map(read))
    return entries.filter((entry) => entry !== null).toSorted((a, b) => (a.at < b.at ? 1 : -1))
  }
  const remove = async (entry: string): Promise<void> => {
    await rm(bytesPathOf(entry), { force: true })
    await rm(notePathOf(entry), { force: true })
  }
  return {
    beginGroup() {
      moment = `${clock.now().toISOString()} ${randomUUID().slice(0, 8)}`
      return moment
    },
    async add(what, store) {
      const entry = randomUUID()
      await createTrashFolder(layout)
      const note: TrashRecord = { ...what, at: clock.now().toISOString(), ...(moment === '' ? {} : { moment }) }
      await writeFile(notePathOf(entry), JSON.stringify(note), { flag: 'wx', flush: true })
      await store(bytesPathOf(entry)).catch(async (error: unknown) => {
        // If the bytes have arrived, the entry stays although a later step failed.
        if (!(await lstat(bytesPathOf(entry)).catch(() => null))) await rm(notePathOf(entry), { force: true })
        throw error
      })
      // The next deletion may remove the only other copy.
      await syncFile(bytesPathOf(entry))
      await syncFolder(layout.trash)
      return entry
    },
    list,
    async find(entry) {
      const found = ENTRY.test(entry) ? await read(entry) : null
      if (!found) throw new AppError('not-found', '回收站中已没有该文件，可能已被还原或过期')
      return { ...found, file: bytesPathOf(entry) }
    },
    remove,
    async removeExpired() {
      const limit = clock.now().getTime() - RETENTION_MS
      for (const { entry, at } of await list()) if (Date.parse(at) < limit) await remove(entry)
    },
  }
}
