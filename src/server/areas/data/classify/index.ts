import type { Resource, Routes } from '#server/http/routes.ts'
import { AppError } from '#shared/errors/index.ts'
import { removeEntries, saveEntry, sortEntry } from './save.ts'
import { findEntries, presentEntry, buildTree } from './tree.ts'

const routes: Routes<'classify'> = {
  'classify.getTree': async (ctx, { id }) => {
    const rows = await findEntries(ctx.db)
    if (id !== 0 && !rows.some((row) => row.id === id))
      throw new AppError('not-found', '多级字典不存在，可能已被删除，请刷新')
    return buildTree(rows, id)
  },
  'classify.save': async (ctx, form) => {
    const row = await saveEntry(ctx, form)
    const below = await ctx.db.selectFrom('classify').select('id').where('parentId', '=', row.id).limit(1).execute()
    return presentEntry(row, below.length > 0)
  },
  'classify.deleteByIdList': async (ctx, ids) => {
    await removeEntries(ctx, ids)
    return null
  },
  'classify.updateSort': async (ctx, input) => {
    await sortEntry(ctx, input)
    return null
  },
}

/** Calls 117–120: multi-level dictionaries. */
export const classify: Resource = { routes }
