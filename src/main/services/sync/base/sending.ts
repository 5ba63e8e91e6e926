import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { FileEntry } from '../core/tree.ts'

/** What was being sent when an answer was lost or a process killed: the server may have taken it. */
export interface Sending {
  /** Path → what was on its way there. */
  all(): ReadonlyMap<string, readonly FileEntry[]>
  /** Before the first byte leaves. Its text must be kept by then, so that it can be merged with. */
  add(path: string, entry: FileEntry): void
  forget(path: string): void
}

const row = z.object({ path: z.string(), sha256: z.string(), size: z.number() })

export function createSending(database: DatabaseSync): Sending {
  const known = new Map<string, FileEntry[]>()
  for (const { path, sha256, size } of z.array(row).parse(database.prepare('select * from sending').all()))
    known.set(path, [...(known.get(path) ?? []), { kind: 'file', sha256, size }])
  const insert = database.prepare('insert or ignore into sending (path, sha256, size) values (?, ?, ?)')
  const remove = database.prepare('delete from sending where path = ?')
  return {
    all: () => known,
    add(path, entry) {
      const entries = known.get(path) ?? []
      if (entries.some(({ sha256 }) => sha256 === entry.sha256)) return
      insert.run(path, entry.sha256, entry.size)
      known.set(path, [...entries, entry])
    },
    forget(path) {
      if (!known.has(path)) return
      remove.run(path)
      known.delete(path)
    },
  }
}
