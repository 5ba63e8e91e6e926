import type { RevisionKind } from './table.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { StoredEntry } from '#server/storage/templateStore.ts'
import { innerPath } from '../feed/index.ts'
import type { Former } from './former.ts'
import { currentRows, endRows, insertRows, moveRows, type NewRevision } from './rows.ts'

type Db = Kysely<Database>

/** Who makes a change of files, when, and by what. */
export interface Author {
  by: string
  machine: string
  /** ms since 1970. */
  at: number
  kind: RevisionKind
}

/** What a change did to the files of a template. */
export interface FileChanges {
  /** What stood there before at paths that were written or removed. */
  former: readonly Former[]
  /** Files that were written; `sha256` where it is known, else ''. */
  written: readonly { entry: StoredEntry; sha256: string }[]
  removed: readonly string[]
  renamed: readonly { from: string; to: string; isFile: boolean }[]
}

/** Writes the versions of a change, in its transaction and under the template's lock. */
export async function recordRevisions(db: Db, templateId: number, changes: FileChanges, author: Author): Promise<void> {
  const { former, written, removed, renamed } = changes
  const { by, machine, at, kind } = author
  for (const { from, to } of renamed) await moveRows(db, templateId, from, to)
  const paths = new Set([...former.map(({ path }) => path), ...written.map(({ entry }) => innerPath(entry))])
  const current = await currentRows(db, templateId, [...paths])
  const before = new Map(former.map((each) => [each.path, each]))
  const version = { templateId, machine: '', note: '', kept: 0, endTime: at, sha256: '', size: 0, mtimeNs: '' } as const

  const same = written.filter(({ entry, sha256 }) => sha256 !== '' && before.get(innerPath(entry))?.sha256 === sha256)
  const unchanged = new Set(same.map(({ entry }) => innerPath(entry)))
  const added: NewRevision[] = []
  const ended = { kept: [] as number[], lost: [] as number[] }
  for (const each of former) {
    const row = current.get(each.path)
    const isRow = row?.mtimeNs === each.mtimeNs && row.size === each.size
    if (unchanged.has(each.path) && isRow) continue
    const { path, size, mtimeNs, sha256 } = each
    const kept = sha256 === '' ? 0 : 1
    if (row && isRow) {
      if (row.sha256 !== sha256 && kept === 1)
        await db.updateTable('template_revision').set({ sha256 }).where('id', '=', row.id).execute()
      ended[kept === 1 ? 'kept' : 'lost'].push(row.id)
      continue
    }
    if (row) ended.lost.push(row.id)
    const found = { kind: 'found', createTime: each.writtenAt, createdBy: each.by, machine: each.machine } as const
    added.push({ ...version, ...found, path, size, mtimeNs, sha256, kept })
  }
  for (const { entry, sha256 } of written) {
    const path = innerPath(entry)
    const row = current.get(path)
    const { size, mtimeNs } = entry
    if (unchanged.has(path) && row && !ended.lost.includes(row.id)) {
      // The same bytes again: no version of its own.
      await db.updateTable('template_revision').set({ mtimeNs }).where('id', '=', row.id).execute()
      continue
    }
    if (row && !before.has(path)) ended.lost.push(row.id)
    const own = { kind, createTime: at, createdBy: by, machine } as const
    added.push({ ...version, ...own, path, size, mtimeNs, sha256, endTime: null })
  }
  await endRows(db, ended.kept, at, 1)
  await endRows(db, ended.lost, at, 0)
  const event = { ...version, createTime: at, createdBy: by, machine }
  for (const path of removed) added.push({ ...event, kind: 'remove', path })
  for (const { from, to, isFile } of renamed) if (isFile) added.push({ ...event, kind: 'rename', path: to, note: from })
  await insertRows(db, added)
}
