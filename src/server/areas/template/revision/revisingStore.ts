import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { StorePath } from '#server/storage/path.ts'
import type { Staging, StoredEntry, TemplateStore } from '#server/storage/templateStore.ts'
import { innerPath } from '../feed/index.ts'
import { type Former, storeFormers } from './former.ts'
import { type Author, recordRevisions } from './record.ts'

/** A template's store through which no file is lost: what is replaced or removed is kept as a version. */
export interface RevisingStore {
  store: TemplateStore
  /** Writes the versions of what was done, in the same transaction. */
  record(author: Author): Promise<void>
}

/** @param db the transaction of the change */
export function revisingStore(db: Kysely<Database>, store: TemplateStore, templateId: number): RevisingStore {
  const former: Former[] = []
  const written: { entry: StoredEntry; sha256: string }[] = []
  const removed: string[] = []
  const renamed: { from: string; to: string; isFile: boolean }[] = []
  const keep = async (entries: readonly (StoredEntry | null)[]): Promise<Former[]> => {
    const files = entries.filter((entry): entry is StoredEntry => entry?.kind === 'file')
    if (files.length === 0) return []
    const kept = await storeFormers(db, store, templateId, files)
    former.push(...kept)
    return kept
  }
  return {
    record: (author) => recordRevisions(db, templateId, { former, written, removed, renamed }, author),
    store: {
      ...store,
      async write(path, bytes) {
        await keep([await store.stat(path)])
        const entry = await store.write(path, bytes)
        written.push({ entry, sha256: createHash('sha256').update(bytes).digest('hex') })
        return entry
      },
      async adopt(path, source) {
        await keep([await store.stat(path)])
        const entry = await store.adopt(path, source)
        written.push({ entry, sha256: '' })
        return entry
      },
      async rename(from, to) {
        const before = await store.stat(from)
        const undo = await store.rename(from, to)
        if (before) renamed.push({ from: innerPath(before), to: to.slice(1).join('/'), isFile: before.kind === 'file' })
        return undo
      },
      async trash(path) {
        const entry = await store.stat(path)
        const files = entry?.kind === 'folder' ? await store.walk(entry.path, { sorted: false }) : [entry]
        removed.push(...(await keep(files)).map((each) => each.path))
        return store.trash(path)
      },
      async merge(staging, into) {
        const paths = (await filesIn(staging)).map((names): StorePath => [...into, ...names])
        for (const path of paths) await keep([await store.stat(path)])
        const undo = await store.merge(staging, into)
        for (const path of paths) {
          const entry = await store.stat(path)
          if (entry) written.push({ entry, sha256: '' })
        }
        return undo
      },
    },
  }
}

async function filesIn({ dir }: Staging): Promise<string[][]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => [...relative(dir, entry.parentPath).split(sep).filter(Boolean), entry.name])
}
