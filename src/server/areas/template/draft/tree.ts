import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { findRowsBelow } from '#server/storage/templates/rows.ts'
import { findTemplate, type TemplateRow } from '../template/index.ts'
import { type Entry, FOLDER, type Tree } from './compare.ts'

type Db = Kysely<Database>

/** The files of a template at one version. */
export interface Snapshot {
  version: number
  tree: Tree
}

export async function readSnapshot(db: Db, row: TemplateRow): Promise<Snapshot> {
  // The version is read first, so that a concurrent change leads to another version.
  const { version } = (await findTemplate(db, { folder: row.folder })) ?? row
  return { version, tree: await readTree(db, row.id) }
}

export async function readTree(db: Db, templateId: number): Promise<Tree> {
  const rows = await findRowsBelow(db, templateId, '')
  return new Map(
    rows.map(({ path, kind, sha256, size }): [string, Entry] => [
      path,
      kind === 'file' ? { kind, sha256, size } : FOLDER,
    ]),
  )
}
