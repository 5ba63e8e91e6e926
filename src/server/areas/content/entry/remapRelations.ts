import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { toChunks, type Entry, type Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Ids of a site's labels or entries that correspond to given ids; ids without a counterpart are missing. */
type Counterparts = ReadonlyMap<string, number>

/** Mapped values, and the fields that lost a label or entry. */
interface MappedValues {
  values: Values
  lost: readonly MenuField[]
}

/**
 * Maps labels and related entries to the target's site: a label to the one of the same name, an entry to its copy
 * there; the rest is dropped. Within one site nothing changes.
 */
export async function remapRelations(
  db: Kysely<Database>,
  source: ContentColumn,
  target: ContentColumn,
  entries: readonly Entry[],
): Promise<MappedValues[]> {
  const types = new Map(source.fields.map(({ fieldName, fieldType }) => [fieldName, fieldType]))
  const bound = target.fields.filter((field) => isSiteBound(field) && types.get(field.fieldName) === field.fieldType)
  const values = entries.map((entry) => entry.values)
  if (source.siteId === target.siteId) return values.map((each) => ({ values: each, lost: [] }))
  return mapRelationsToSite(db, target.siteId, bound, values)
}

/** Maps the labels and related entries in these fields to those of the site. */
export async function mapRelationsToSite(
  db: Kysely<Database>,
  siteId: number,
  bound: readonly MenuField[],
  list: readonly Values[],
): Promise<MappedValues[]> {
  if (bound.length === 0) return list.map((values) => ({ values, lost: [] }))
  const known = new Map<string, Counterparts>()
  for (const [type, find] of FINDERS) {
    const fields = bound.filter(({ fieldType }) => fieldType === type)
    const ids = list.flatMap((values) => fields.flatMap((field) => readIds(values[field.fieldName])))
    known.set(type, await find(db, siteId, [...new Set(ids)]))
  }
  return list.map((values) => {
    const lost: MenuField[] = []
    const mapped: Record<string, string> = { ...values }
    for (const field of bound) {
      const before = readIds(values[field.fieldName])
      const after = new Set(before.flatMap((id) => known.get(field.fieldType)?.get(id) ?? []))
      if (before.some((id) => !known.get(field.fieldType)?.has(id))) lost.push(field)
      if (before.length > 0) mapped[field.fieldName] = [...after].join(',')
    }
    return { values: mapped, lost }
  })
}

/** Does the field hold labels or entries of a site? */
export const isSiteBound = ({ fieldType }: Pick<MenuField, 'fieldType'>): boolean => FINDERS.has(fieldType)

const readIds = (value = ''): string[] => choicesIn(value).map((id) => id.trim())

const MAX_ID = 2_147_483_647
/** Drops texts that cannot be ids. */
const toValidIds = (ids: readonly string[]): number[] =>
  ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id <= MAX_ID)

/** Labels of the site: the same label, or one of the same name, preferably in a category of the same name. */
async function findLabelsOn(db: Kysely<Database>, siteId: number, ids: readonly string[]): Promise<Counterparts> {
  const found = new Map<string, number>()
  for (const part of toChunks(toValidIds(ids))) {
    const labels = db
      .selectFrom('label')
      .innerJoin('label_category', 'label_category.id', 'label.classId')
      .select(['label.id', 'label.title', 'label.siteId', 'label_category.title as category'])
    const sourceLabels = await labels.where('label.id', 'in', part).execute()
    const titles = sourceLabels.map(({ title }) => title)
    const candidates = await labels
      .where('label.siteId', '=', siteId)
      .where('label.title', 'in', [...titles, ''])
      .orderBy('label.id')
      .execute()
    for (const label of sourceLabels) {
      const named = candidates.filter(({ title }) => title === label.title)
      const same = named.find(({ category }) => category === label.category) ?? named[0]
      const other = label.siteId === siteId ? label : same
      if (other) found.set(String(label.id), other.id)
    }
  }
  return found
}

/** Entries of the site: the same entry, or its first copy, which has the same xgid. */
async function findEntriesOn(db: Kysely<Database>, siteId: number, ids: readonly string[]): Promise<Counterparts> {
  const found = new Map<string, number>()
  for (const part of toChunks(toValidIds(ids))) {
    const entries = db.selectFrom('content').select(['id', 'siteId', 'xgid'])
    const sourceEntries = await entries.where('id', 'in', part).execute()
    const originIds = sourceEntries.flatMap(({ xgid }) => (xgid === 0 ? [] : xgid))
    const copies = await entries
      .where('xgid', 'in', [...originIds, -1])
      .where('siteId', '=', siteId)
      .where('isRecycled', '=', 0)
      .orderBy('id')
      .execute()
    for (const entry of sourceEntries) {
      const copy = copies.find(({ xgid }) => xgid === entry.xgid)
      const other = entry.siteId === siteId ? entry : copy
      if (other) found.set(String(entry.id), other.id)
    }
  }
  return found
}

const FINDERS: ReadonlyMap<string, typeof findLabelsOn> = new Map([
  ['RelationLabel', findLabelsOn],
  ['RelationContent', findEntriesOn],
])
