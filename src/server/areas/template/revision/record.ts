import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { FileChanges } from '#server/storage/templates/templateChange.ts'
import { findCurrentRows, endRows, insertRows, moveRows, type NewRevision } from './rows.ts'
import type { RevisionKind } from './table.ts'

type Db = Kysely<Database>

/** Contents of larger files are not stored: their versions are listed but can't be restored. */
const MAX_REVISION_BYTES = 20 * 1024 * 1024

/** The origin of a change of files. */
export interface ChangeOrigin {
  by: string
  machine: string
  /** ms since 1970. */
  at: number
  kind: RevisionKind
}

/** Records the versions of a change, in its transaction and under the template's lock. */
export async function recordRevisions(
  db: Db,
  templateId: number,
  changes: FileChanges,
  author: ChangeOrigin,
): Promise<void> {
  const { former, written, removed, renamed } = changes
  const { by, machine, at, kind } = author
  for (const { from, to } of renamed) await moveRows(db, templateId, from, to)
  const current = await findCurrentRows(
    db,
    templateId,
    former.map(({ path }) => path),
  )
  const version = { templateId, machine: '', note: '', kept: 0, endTime: at, sha256: '', size: 0 } as const
  const added: NewRevision[] = []
  const [keptIds, lostIds]: [number[], number[]] = [[], []]
  for (const { path, size, sha256, time, changedBy, machine: on } of former) {
    const isKept = size <= MAX_REVISION_BYTES
    const row = current.get(path)
    if (row) (isKept ? keptIds : lostIds).push(row.id)
    else {
      const origin = { kind: 'found', createTime: time, createdBy: changedBy, machine: on } as const
      added.push({ ...version, ...origin, path, size, sha256: isKept ? sha256 : '', kept: isKept ? 1 : 0 })
    }
  }
  for (const { path, size, sha256 } of written) {
    const origin = { kind, createTime: at, createdBy: by, machine } as const
    added.push({ ...version, ...origin, path, size, sha256, endTime: null })
  }
  await endRows(db, keptIds, at, 1)
  await endRows(db, lostIds, at, 0)
  const event = { ...version, createTime: at, createdBy: by, machine }
  for (const path of removed) added.push({ ...event, kind: 'remove', path })
  for (const { from, to, isFile } of renamed) if (isFile) added.push({ ...event, kind: 'rename', path: to, note: from })
  await insertRows(db, added)
}
