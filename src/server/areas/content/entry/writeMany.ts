import { recount } from '../store/counts.ts'
import { chunks, type Values } from '../store/entries.ts'
import { type EntryEvent, noteEvents } from './events.ts'
import { noteFiles } from './files.ts'
import type { ContentColumn } from '../store/rules.ts'
import { writeInitials } from '../searchIndex/initials.ts'
import { addToIndex, indexed } from '../searchIndex/searchIndex.ts'
import { titleOf } from '../store/texts.ts'
import { changedNames } from './agreement.ts'
import { blank, type Reason, split, type Writer } from './write.ts'

/** A draft that is new. */
export interface NewDraft {
  values: Values
  sort: number
  /** Of a copy: the number of its first one. */
  xgid?: number
  /** What its line of time says beside that. */
  note?: Pick<EntryEvent, 'detail' | 'refId'>
}

/**
 * Writes new drafts as writeEntry does, but many in a statement: for imports and copies. Answers their ids, which ascend in
 * the order given.
 */
export async function writeDrafts(
  ctx: Writer,
  column: ContentColumn,
  drafts: readonly NewDraft[],
  reason: Extract<Reason, 'import' | 'copy'>,
): Promise<number[]> {
  const now = ctx.clock.now().getTime()
  const { username } = ctx.signed()
  const written: number[] = []
  const place = { classId: column.id, siteId: column.siteId }
  for (const part of chunks(drafts)) {
    const made = await ctx.db
      .insertInto('content')
      .values(
        part.map(({ values, sort, xgid = 0 }) => ({
          ...blank(ctx, now),
          classId: column.id,
          siteId: column.siteId,
          isStatus: 0 as const,
          title: titleOf(column.fields, values),
          fields: JSON.stringify(split(column, values).short),
          updateTime: now,
          updatedBy: username,
          sort,
          xgid,
        })),
      )
      .returning('id')
      .execute()
    // Ids are assigned in the order of the values, but RETURNING may answer in another.
    const ids = made.map(({ id }) => id).sort((a, b) => a - b)
    written.push(...ids)
    const rows = part.map(({ values }, at) => ({ id: ids[at] ?? 0, values, found: indexed(column, values) }))
    await ctx.db
      .insertInto('content_body')
      .values(
        rows.map(({ id, values, found }) => ({
          contentId: id,
          bodies: JSON.stringify(split(column, values).long),
          texts: JSON.stringify(found.texts),
        })),
      )
      .execute()
    await addToIndex(
      ctx.db,
      rows.map(({ id, found }) => ({ id, words: found.words })),
    )
    const titled = rows.map(({ id, values }) => ({ id, classId: column.id, title: titleOf(column.fields, values) }))
    await writeInitials(ctx.db, titled)
    await noteFiles(ctx.db, rows, true)
    await ctx.db
      .insertInto('content_revision')
      .values(
        rows.map(({ id, values }) => ({
          contentId: id,
          version: 1,
          isStatus: 0 as const,
          fields: JSON.stringify(values),
          changed: JSON.stringify(changedNames({}, values)),
          reason,
          author: username,
          createTime: now,
        })),
      )
      .execute()
    const kind = reason === 'copy' ? 'copiedFrom' : 'imported'
    await noteEvents(
      ctx,
      part.map(({ values, note }, at) => {
        const entry = { ...place, id: ids[at] ?? 0, title: titleOf(column.fields, values) }
        return { entry, kind, version: 1, ...note }
      }),
    )
    const at = { classId: column.id, isRecycled: 0, isStatus: 0 } as const
    await recount(
      ctx.db,
      rows.map(() => [null, at]),
    )
  }
  return written
}
