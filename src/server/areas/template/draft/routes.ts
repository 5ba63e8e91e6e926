import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { FileVersion, TemplateRestorePoint } from '#shared/contract/templateDraft.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { requireTemplate } from '../template/index.ts'
import type { Entry, Tree } from './compare.ts'
import { readComparableBytes, toFileVersion } from './contents.ts'
import { createDraft, discardDraft, requireDraft, readDraftState, resolveTemplate } from './create.ts'
import { readBase, type RestorePointRow } from './restorePoints.ts'
import { createPlan, present as presentChanges } from './plan.ts'
import { publishDraft } from './publish.ts'
import { listFiles, compareRestorePoint, restoreFiles } from './restore.ts'
import { readTree } from './tree.ts'

/** Converts a restore point for the client; `base` is never shown. */
const present = ({ id, kind, createdBy, createTime, files, changed }: RestorePointRow): TemplateRestorePoint => ({
  id,
  kind: kind === 'base' ? 'publish' : kind,
  by: createdBy,
  date: formatDateTime(createTime),
  files,
  changed,
})

/** Reads a file for display. */
const readFileVersion = async ({ deps }: CallContext, entry: Entry | null): Promise<FileVersion> =>
  toFileVersion(entry, await readComparableBytes((await storesOf(deps)).contents, entry))

const readPair = async (ctx: CallContext, id: number) => {
  const live = await requireTemplate(ctx, { id }, 'read')
  return { live, draft: await requireDraft(ctx, id) }
}

export const routes: Routes<'templateDraft'> & Routes<'templateMoment'> = {
  'templateDraft.find': async (ctx, { folder }) => readDraftState(ctx, await resolveTemplate(ctx, folder)),
  'templateDraft.create': createDraft,
  'templateDraft.discard': discardDraft,
  'templateDraft.publish': publishDraft,

  'templateDraft.changes': async (ctx, { id }) => {
    const { live, draft } = await readPair(ctx, id)
    const { steps, signature } = await createPlan(ctx, live, draft)
    return { changes: presentChanges(steps), signature }
  },

  'templateDraft.file': async (ctx, { id, path }) => {
    const { live, draft } = await readPair(ctx, id)
    const readEntry = (tree: Tree): Promise<FileVersion> => readFileVersion(ctx, tree.get(path) ?? null)
    return {
      draft: await readEntry(await readTree(ctx.db, draft.id)),
      live: await readEntry(await readTree(ctx.db, live.id)),
      base: await readEntry(await readBase(ctx.db, id)),
    }
  },

  'templateMoment.page': async (ctx, { templateId, ...paging }) => {
    await requireTemplate(ctx, { id: templateId }, 'read')
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
    const comparison = await compareRestorePoint(ctx, id, 'read')
    return { moment: present(comparison.moment), files: listFiles(comparison), signature: comparison.signature }
  },

  'templateMoment.file': async (ctx, { id, path }) => {
    const { current, tree } = await compareRestorePoint(ctx, id, 'read')
    return {
      before: await readFileVersion(ctx, tree.get(path) ?? null),
      now: await readFileVersion(ctx, current.tree.get(path) ?? null),
    }
  },

  'templateMoment.restore': restoreFiles,
}
