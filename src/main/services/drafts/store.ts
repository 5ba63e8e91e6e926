import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { LOCAL_DRAFT_COUNT, LOCAL_DRAFT_DAYS } from '#shared/contract/localDraft.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { writeError } from '../files/writeError.ts'
import type { Logger } from '../types.ts'

const kept = z.object({ savedAt: z.string(), text: z.string() })
export type LocalDraft = z.output<typeof kept>

export interface DraftStore {
  /** null for none, and for one that is older than it may be. */
  get(account: string, key: string): Promise<LocalDraft | null>
  /** Resolves when it lies on the disk. Throws no-space or read-only. */
  put(account: string, key: string, text: string): Promise<{ savedAt: string }>
  remove(account: string, key: string): Promise<void>
}

const DAY_MS = 24 * 60 * 60 * 1000
const ENDING = '.json'

/** A file per draft below the folder, named by nothing that a person typed; each is written whole, or stays as it was. */
export function createDraftStore(deps: { folder: string; now: () => number; log: Logger }): DraftStore {
  const { folder, now, log } = deps
  const running = new Map<string, Promise<unknown>>()
  const pathOf = (account: string, key: string): string =>
    join(
      folder,
      createHash('sha256')
        .update(JSON.stringify([account, key]))
        .digest('hex') + ENDING,
    )

  /** One after the other per file: a removal that follows a write is not overtaken by it. */
  const inOrder = <T>(path: string, work: () => Promise<T>): Promise<T> => {
    const result = (running.get(path) ?? Promise.resolve()).then(work, work)
    const done = result
      .catch(() => undefined)
      .then(() => {
        if (running.get(path) === done) running.delete(path)
      })
    running.set(path, done)
    return result
  }

  const read = async (path: string): Promise<LocalDraft | null> => {
    try {
      if (now() - (await stat(path)).mtimeMs > LOCAL_DRAFT_DAYS * DAY_MS) return null
      return kept.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.error('unreadable draft', { path, error })
      return null
    }
  }

  const write = async (path: string, text: string): Promise<{ savedAt: string }> => {
    const savedAt = formatDateTime(now())
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFileAtomic(path, JSON.stringify({ savedAt, text }), { mode: 0o600, fsync: true })
    } catch (error) {
      throw writeError(error, path) ?? error
    }
    return { savedAt }
  }

  /** Old ones go, and the oldest of too many. */
  const tidy = async (): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING))
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0 })),
    )
    const newest = files.toSorted((a, b) => b.at - a.at)
    const gone = newest.filter(({ at }, place) => place >= LOCAL_DRAFT_COUNT || now() - at > LOCAL_DRAFT_DAYS * DAY_MS)
    await Promise.all(gone.map(({ name }) => rm(join(folder, name), { force: true })))
  }

  return {
    get: (account, key) => {
      const path = pathOf(account, key)
      return inOrder(path, () => read(path))
    },
    async put(account, key, text) {
      const path = pathOf(account, key)
      const saved = await inOrder(path, () => write(path, text))
      await tidy().catch((error: unknown) => log.error('drafts not tidied', { error }))
      return saved
    },
    remove: (account, key) => {
      const path = pathOf(account, key)
      return inOrder(path, () => rm(path, { force: true }))
    },
  }
}
