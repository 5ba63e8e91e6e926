import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ImportOutcome } from '#shared/contract/contentImport.ts'
import { toChunks } from '../entry/index.ts'
import type { ImportRun, Prepared } from './importRun.ts'
import type { ItemValues } from './plan.ts'
import type { NewLine } from './store.ts'

/** The entry that an earlier import created from a source item. */
export interface ImportedEntry {
  importId: number
  contentId: number
  classId: number
  isRecycled: number
}

/** Finds the existing entries that earlier imports created from the items of the batch. */
export async function findImportedEntries(
  db: Kysely<Database>,
  siteId: number,
  batch: readonly Prepared[],
): Promise<Map<string, ImportedEntry>> {
  const known = new Map<string, ImportedEntry>()
  for (const part of toChunks(batch.map(({ item }) => item.key))) {
    const rows = await db
      .selectFrom('content_import_entry')
      .innerJoin('content', 'content.id', 'content_import_entry.contentId')
      .select(['source', 'importId', 'contentId', 'content.classId', 'content.isRecycled'])
      .where('content_import_entry.siteId', '=', siteId)
      .where('source', 'in', part)
      .execute()
    for (const { source, ...row } of rows) known.set(source, row)
  }
  return known
}

interface Decision {
  line: NewLine
  /** The item's values; null unless the entry is created or updated. */
  values: ItemValues | null
}

const UNMAPPED = '所属分组未选择要导入到的栏目'

/** Decides what happens to an item, and builds its report line. @param note added to the line of an imported item */
export function decideItem(
  { row, mapping, trial }: ImportRun,
  prepared: Prepared,
  known: ImportedEntry | undefined,
  note = '',
): Decision {
  const { item, seq, plan, duplicateOf } = prepared
  const decide = (outcome: ImportOutcome, reason: string, found: ItemValues | null = null): Decision => ({
    values: found,
    line: {
      importId: row.id,
      isTrial: trial ? 1 : 0,
      seq,
      row: item.row,
      title: item.title.toWellFormed().slice(0, 254),
      target: plan?.title ?? '',
      outcome,
      reason: reason.toWellFormed().slice(0, 2000),
    },
  })
  if (!plan) return decide('skipped', UNMAPPED)
  if (duplicateOf > 0) return decide('skipped', `与第 ${duplicateOf} 行相同，只导入一次`)
  if (known?.isRecycled === 1) return decide('skipped', '已导入过，目前在回收站中；如需重新导入，请先还原或彻底删除')
  if (known && mapping.again === 'skip') return decide('skipped', '已导入过')
  if (known && known.classId !== plan.column?.id) return decide('skipped', '已导入过，目前在其他栏目中，不更新')
  const read = plan.valuesOf(item)
  if ('problem' in read) return decide('failed', read.problem)
  return decide(known ? 'updated' : 'created', note, read)
}
