import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { everyRow, ensureChecked } from '../feed/index.ts'
import { findTemplate, type TemplateRow } from '../template/index.ts'
import { type Entry, FOLDER, type Tree } from './compare.ts'

type Db = Kysely<Database>

/** What stands in a template at one version of it. */
export interface Stand {
  version: number
  tree: Tree
}

/** What is kept of a template's files; `now`: compared with the disk first, which costs a look at each file. */
export async function standOf(deps: ServerDeps, row: TemplateRow, now = false): Promise<Stand> {
  await ensureChecked(deps, row, now)
  // The version is read first: what changes meanwhile makes another one.
  const { version } = (await findTemplate(deps.db, { folder: row.folder })) ?? row
  return { version, tree: await treeOf(deps.db, row.id) }
}

export async function treeOf(db: Db, templateId: number): Promise<Tree> {
  const rows = await everyRow(db, templateId)
  return new Map(
    rows.flatMap(({ path, kind, sha256, size }): [string, Entry][] => {
      if (kind === 'gone') return []
      return [[path, kind === 'folder' ? FOLDER : { kind, sha256, size }]]
    }),
  )
}
