import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { FileVersion, TemplateMoment } from '#shared/contract/templateDraft.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { templateFor } from '../template/index.ts'
import type { Entry, Tree } from './compare.ts'
import { bytesOf, versionOf } from './contents.ts'
import { create, discard, draftOf, stateOf, templateOf } from './create.ts'
import { baseOf, type MomentRow } from './moments.ts'
import { planOf, present as presentChanges } from './plan.ts'
import { publish } from './publish.ts'
import { filesOf, compareMoment, restore } from './restore.ts'
import { treeOf } from './tree.ts'

/** Converts a restore point for the client; `base` is never shown. */
const present = ({ id, kind, createdBy, createTime, files, changed }: MomentRow): TemplateMoment => ({
  id,
  kind: kind === 'base' ? 'publish' : kind,
  by: createdBy,
  date: formatDateTime(createTime),
  files,
  changed,
})

/** Reads a file for display. */
const shown = async ({ deps }: CallContext, entry: Entry | null): Promise<FileVersion> =>
  versionOf(entry, await bytesOf((await storesOf(deps)).contents, entry))

const pairOf = async (ctx: CallContext, id: number) => {
  const live = await templateFor(ctx, { id }, 'read')
  return { live, draft: await draftOf(ctx, id) }
}

export const routes: Routes<'templateDraft'> & Routes<'templateMoment'> = {
  'templateDraft.find': async (ctx, { folder }) => stateOf(ctx, await templateOf(ctx, folder)),
  'templateDraft.create': create,
  'templateDraft.discard': discard,
  'templateDraft.publish': publish,

  'templateDraft.changes': async (ctx, { id }) => {
    const { live, draft } = await pairOf(ctx, id)
    const { steps, signature } = await planOf(ctx, live, draft)
    return { changes: presentChanges(steps), signature }
  },

  'templateDraft.file': async (ctx, { id, path }) => {
    const { live, draft } = await pairOf(ctx, id)
    const entryIn = (tree: Tree): Promise<FileVersion> => shown(ctx, tree.get(path) ?? null)
    return {
      draft: await entryIn(await treeOf(ctx.db, draft.id)),
      live: await entryIn(await treeOf(ctx.db, live.id)),
      base: await entryIn(await baseOf(ctx.db, id)),
    }
  },

  'templateMoment.page': async (ctx, { templateId, ...paging }) => {
    await templateFor(ctx, { id: templateId }, 'read')
    const found = ctx.db
      .selectFrom('template_moment')
      .selectAll()
      .where('templateId', '=', templateId)
      .where('kind', '!=', 'base')
      .orderBy('id', 'desc')
    const { rows, total } = await readPage(found, paging)
    return pageOf(rows.map(present), total, paging.size)
  },

  'templateMoment.files': async (ctx, { id }) => {
    const look = await compareMoment(ctx, id, 'read')
    return { moment: present(look.moment), files: filesOf(look), signature: look.signature }
  },

  'templateMoment.file': async (ctx, { id, path }) => {
    const { current, tree } = await compareMoment(ctx, id, 'read')
    return {
      before: await shown(ctx, tree.get(path) ?? null),
      now: await shown(ctx, current.tree.get(path) ?? null),
    }
  },

  'templateMoment.restore': restore,
}
