import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { DeliveredEntry } from '#shared/contract/delivery.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { Entry } from '../store/entries.ts'
import { isLabels, isLong, isRelation, type DeliveredSite } from './deliveredSite.ts'

/** Ids per statement. */
const BATCH_SIZE = 500

const idsIn = (text = ''): number[] =>
  text.split(',').flatMap((part) => {
    const id = Number(part)
    return Number.isSafeInteger(id) && id > 0 ? [id] : []
  })

/** Entries for front ends, with related entries that are published and readable by the caller. */
export async function presentDelivered(
  db: Kysely<Database>,
  site: DeliveredSite,
  entries: readonly Entry[],
  full: boolean,
): Promise<DeliveredEntry[]> {
  const fieldsOf = ({ row }: Entry) => site.columns.get(row.classId)?.fields ?? []
  const referencedIds = (wanted: typeof isLabels): number[] => [
    ...new Set(
      entries.flatMap((entry) =>
        fieldsOf(entry)
          .filter(wanted)
          .flatMap(({ fieldName }) => idsIn(entry.values[fieldName])),
      ),
    ),
  ]
  const labels = await findLabels(db, site.siteId, referencedIds(isLabels))
  const related = await findPublished(db, site, referencedIds(isRelation))
  return entries.map((entry) => {
    const { row, values } = entry
    const fields = fieldsOf(entry)
    const plainFields = fields.filter((field) => !isLabels(field) && !isRelation(field) && (full || !isLong(field)))
    const carried = fields.filter(isLabels).flatMap(({ fieldName }) => idsIn(values[fieldName]))
    return {
      id: row.id,
      columnId: row.classId,
      columnCode: site.columns.get(row.classId)?.code ?? '',
      title: row.title,
      publishDate: formatDateTime(row.publishTime || row.createTime),
      updateDate: formatDateTime(row.updateTime),
      labels: [...new Set(carried)].flatMap((id) => labels.get(id) ?? []),
      relations: Object.fromEntries(
        fields
          .filter(isRelation)
          .map(({ fieldName }) => [fieldName, idsIn(values[fieldName]).flatMap((id) => related.get(id) ?? [])]),
      ),
      fields: Object.fromEntries(plainFields.map(({ fieldName }) => [fieldName, values[fieldName] ?? ''])),
    }
  })
}

async function findLabels(db: Kysely<Database>, siteId: number, ids: readonly number[]) {
  const found = new Map<number, { id: number; title: string }>()
  for (const part of splitIntoBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('label')
      .select(['id', 'title'])
      .where('siteId', 'in', [siteId, 0])
      .where('id', 'in', part)
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

async function findPublished(db: Kysely<Database>, { siteId, columns }: DeliveredSite, ids: readonly number[]) {
  const found = new Map<number, { id: number; title: string; columnId: number }>()
  for (const part of splitIntoBatches(ids, BATCH_SIZE)) {
    const rows = await db
      .selectFrom('content')
      .select(['id', 'title', 'classId as columnId'])
      .where('siteId', '=', siteId)
      .where('isStatus', '=', 1)
      .where('isRecycled', '=', 0)
      .where('id', 'in', part)
      .execute()
    for (const row of rows) if (columns.has(row.columnId)) found.set(row.id, row)
  }
  return found
}
