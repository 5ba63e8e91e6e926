import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { choicesIn, dictionaryOf } from '#shared/domain/contentFields.ts'
import { ENTRY_EVENT_KINDS, type EntryEventKind } from '#shared/domain/entryEvents.ts'
import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { storeFileUses } from '../entry/files.ts'
import { splitValues } from '../entry/write.ts'
import { writeInitials } from '../searchIndex/initials.ts'
import { addToIndex, buildIndexEntry } from '../searchIndex/searchIndex.ts'
import { updateCounts } from '../store/counts.ts'
import type { Values } from '../store/entries.ts'
import type { ContentColumn } from '../store/rules.ts'
import { findTitle } from '../store/texts.ts'
import { type ArchiveRow, fieldTextsOf } from './checkRows.ts'
import type { LinkRewriter } from './entryLinks.ts'
import type { KindName } from './kinds.ts'
import type { KeyMap } from './importMap.ts'

type Db = Kysely<Database>

/** Context for the import of entries. */
export interface EntryImportContext {
  siteId: number
  /** The imported columns, by their ids in the archive. */
  columns: ReadonlyMap<number, ContentColumn>
  links: LinkRewriter
}

const REFERENCED_KINDS: Readonly<Partial<Record<string, KindName>>> = {
  RelationContent: 'contents',
  RelationLabel: 'labels',
}

/**
 * Texts of an entry with mapped ids, upload addresses and links. Choices without a counterpart on this server are
 * dropped.
 */
export function convertValues(
  given: Values,
  column: ContentColumn | undefined,
  links: LinkRewriter,
  refs: KeyMap,
): Values {
  const fields = new Map(column?.fields.map((field) => [field.fieldName, field]))
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const field = fields.get(name)
      const kind =
        field && (REFERENCED_KINDS[field.fieldType] ?? (dictionaryOf(field)?.type === MULTI_LEVEL && 'classify'))
      if (kind)
        return [
          name,
          choicesIn(text)
            .flatMap((id) => refs.id(kind, id.trim()) || [])
            .join(','),
        ]
      const addressed = replaceFileAddresses(text, refs.address)
      return [name, field?.fieldType === 'Editor' ? links(addressed, refs) : addressed]
    }),
  )
}

/** An entry ready to be written; null when its column was not imported. */
export interface ConvertedEntry {
  row: Insertable<Database['content']> & { id: number }
  column: ContentColumn
  values: Values
}

export function convertEntry(
  row: ArchiveRow,
  refs: KeyMap,
  { columns, links, siteId }: EntryImportContext,
): ConvertedEntry | null {
  const column = columns.get(Number(row['classId']))
  const id = refs.id('contents', row['id'])
  const values = convertValues(fieldTextsOf(row['values']), column, links, refs)
  const xgid = refs.id('contents', row['xgid'])
  const createById = refs.id('accounts', row['createById'])
  if (!column) return null
  const { values: _values, ...facts } = row
  return {
    row: {
      ...(facts as Omit<Insertable<Database['content']>, 'id'>),
      id,
      siteId,
      classId: column.id,
      xgid,
      createById,
      approveInstanceId: '',
      title: findTitle(column.fields, values),
      fields: JSON.stringify(splitValues(column, values).short),
    },
    column,
    values,
  }
}

/** Entries per statement: each holds all its texts. */
const ENTRIES_PER_INSERT = 50

/** Writes entries with everything except their history: texts, search index, file uses and totals. */
export async function insertEntries(db: Db, taken: readonly ConvertedEntry[]): Promise<void> {
  for (const part of splitIntoBatches(taken, ENTRIES_PER_INSERT)) {
    await db
      .insertInto('content')
      .values(part.map(({ row }) => row))
      .execute()
    const found = part.map(({ row: { id }, column, values }) => ({
      id,
      values,
      column,
      ...buildIndexEntry(column, values),
    }))
    await db
      .insertInto('content_body')
      .values(
        found.map(({ id, column, values, texts }) => ({
          contentId: id,
          bodies: JSON.stringify(splitValues(column, values).long),
          texts: JSON.stringify(texts),
        })),
      )
      .execute()
    await addToIndex(db, found)
    await writeInitials(
      db,
      part.map(({ row: { id, title }, column }) => ({ id, classId: column.id, title })),
    )
    await storeFileUses(db, found, true)
  }
  await updateCounts(
    db,
    taken.map(({ row: { classId, isRecycled, isStatus } }) => [null, { classId, isRecycled, isStatus }]),
  )
}

/** Converts a version of an entry. Its texts are read by the fields of the entry's current column. */
export function convertRevision(
  row: ArchiveRow,
  refs: KeyMap,
  { links }: EntryImportContext,
  column: ContentColumn | undefined,
) {
  return {
    ...row,
    contentId: refs.id('contents', row['contentId']),
    fields: JSON.stringify(convertValues(fieldTextsOf(row['fields']), column, links, refs)),
    changed: JSON.stringify(Array.isArray(row['changed']) ? row['changed'].map(String) : []),
  }
}

const KNOWN_EVENT_KINDS: ReadonlySet<unknown> = new Set(ENTRY_EVENT_KINDS)
/** Events whose `refId` is another entry. In other events it names an application, which is not exported. */
const ENTRY_REF_KINDS: ReadonlySet<unknown> = new Set<EntryEventKind>(['copiedFrom', 'copiedTo', 'followed'])

/** Null for an unknown kind. */
export function convertEvent(row: ArchiveRow, refs: KeyMap, { siteId }: EntryImportContext) {
  const refId = ENTRY_REF_KINDS.has(row['kind']) ? refs.id('contents', row['refId']) : 0
  const converted = {
    ...row,
    siteId,
    contentId: refs.id('contents', row['contentId']),
    classId: refs.id('columns', row['classId']),
    authorId: refs.id('accounts', row['authorId']),
    refId,
  }
  return KNOWN_EVENT_KINDS.has(row['kind']) ? converted : null
}
