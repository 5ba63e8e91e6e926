import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { HashHint, HashHints } from '../local/scan.ts'

const hintRow = z.object({
  path: z.string(),
  size: z.number(),
  mtime_ns: z.string(),
  ctime_ns: z.string(),
  inode: z.string(),
  sha256: z.string(),
  hashed_at: z.number(),
})

/** Hints live in memory and are written in one go: losing them costs a second reading, nothing else. */
export function createHints(database: DatabaseSync): HashHints & { flush(): void } {
  const rows = z.array(hintRow).parse(database.prepare('select * from hashes').all())
  const hints = new Map<string, HashHint>(
    rows.map((row) => [
      row.path,
      {
        size: row.size,
        mtimeNs: BigInt(row.mtime_ns),
        ctimeNs: BigInt(row.ctime_ns),
        inode: BigInt(row.inode),
        sha256: row.sha256,
        hashedAt: row.hashed_at,
      },
    ]),
  )
  const unsaved = new Map<string, HashHint>()
  const insert = database.prepare(
    'insert or replace into hashes (path, size, mtime_ns, ctime_ns, inode, sha256, hashed_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    get: (path) => hints.get(path),
    set(path, hint) {
      hints.set(path, hint)
      unsaved.set(path, hint)
    },
    flush() {
      if (unsaved.size === 0) return
      database.exec('begin')
      try {
        for (const [path, { size, mtimeNs, ctimeNs, inode, sha256, hashedAt }] of unsaved) {
          insert.run(path, size, String(mtimeNs), String(ctimeNs), String(inode), sha256, hashedAt)
        }
        database.exec('commit')
      } catch (error) {
        // A full disk may have rolled back already.
        if (database.isTransaction) database.exec('rollback')
        throw error
      }
      unsaved.clear()
    },
  }
}
