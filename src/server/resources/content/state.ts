import type { CallContext } from '#server/http/context.ts'
import { problemsOf, requireNoWords, requireRight, sensitiveIn } from './check.ts'
import { chunks, lockLive, named, withBodies } from './entries.ts'
import { columnFor } from './rules.ts'
import { writeEntry } from './write.ts'

/** Entries of a column. */
export interface Rows {
  classId: number
  idList: readonly number[]
}

/** Publishes drafts, all or none: what a field or a sensitive word keeps back is named. Published ones stay as they are. */
export async function publish(
  ctx: CallContext,
  { classId, idList, acceptSensitive }: Rows & { acceptSensitive: boolean },
) {
  const column = await columnFor(ctx, classId, 'publish')
  const drafts = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 0)
  for (const part of chunks(drafts))
    for (const entry of await withBodies(ctx.db, part)) {
      const { values } = entry
      requireRight(column, await problemsOf(ctx.db, column, values, { before: values, isNew: false }), named(entry.row))
      if (!acceptSensitive) requireNoWords(await sensitiveIn(ctx.db, column, values), named(entry.row))
      await writeEntry(ctx, column, entry, { values, isStatus: true, reason: 'publish' })
    }
}

/** Makes published entries drafts. */
export async function unpublish(ctx: CallContext, { classId, idList }: Rows): Promise<void> {
  const column = await columnFor(ctx, classId, 'publish')
  const published = (await lockLive(ctx, column, idList)).filter((row) => row.isStatus === 1)
  for (const part of chunks(published))
    for (const entry of await withBodies(ctx.db, part))
      await writeEntry(ctx, column, entry, { values: entry.values, isStatus: false, reason: 'unpublish' })
}
