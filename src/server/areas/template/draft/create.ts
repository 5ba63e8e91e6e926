import { randomBytes } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { copyFileRows } from '#server/storage/templates/tree.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { findDraft, lockTemplateForRead, createEpoch, requireTemplate, type TemplateRow } from '../template/index.ts'
import { deleteBase, insertRestorePoint, replaceBase } from './restorePoints.ts'
import { readTree } from './tree.ts'

/** Separator in folder names of drafts; names chosen by people can't contain it. */
const DRAFT_SEPARATOR = '~'

/** Reads the state of a template and its draft. */
export async function readDraftState(ctx: CallContext, template: TemplateRow): Promise<DraftState> {
  const draft = await findDraft(ctx.db, template.id)
  const { id, name, folder } = template
  return {
    templateId: id,
    name,
    folder,
    draft: draft && {
      folder: draft.folder,
      createdBy: draft.updatedBy,
      createDate: formatDateTime(draft.createTime),
    },
  }
}

/** @throws AppError `not-found` without a draft */
export async function requireDraft(ctx: CallContext, templateId: number): Promise<TemplateRow> {
  const draft = await findDraft(ctx.db, templateId)
  if (!draft) throw new AppError('not-found', '该模板没有草稿，可能已被放弃，请刷新后重试')
  return draft
}

/** Finds the template of a folder, which may be the folder of its draft. */
export async function resolveTemplate(ctx: CallContext, folder: string): Promise<TemplateRow> {
  const found = await requireTemplate(ctx, { folder }, 'read')
  return found.draftOf ? requireTemplate(ctx, { id: found.draftOf }, 'read') : found
}

/** Creates a draft: copies all files to a folder of its own and saves the current files as the common state. */
export const createDraft: Handler<'templateDraft.create'> = async (ctx, { id }) => {
  // Locked first, so that the second of two concurrent calls is refused.
  await lockTemplateForRead(ctx.db, id)
  const template = await requireTemplate(ctx, { id }, 'write')
  await rejectSecondDraft(ctx, template)
  const folder = `${template.folder.slice(0, 50)}${DRAFT_SEPARATOR}${randomBytes(4).toString('hex')}`
  await copyFileRows(ctx.db, id, await insertDraft(ctx, template, folder))
  const tree = await readTree(ctx.db, id)
  await replaceBase(ctx.db, { templateId: id, at: ctx.clock.now(), by: ctx.requireSignedIn().username, tree })
  return readDraftState(ctx, template)
}

async function rejectSecondDraft(ctx: CallContext, template: TemplateRow): Promise<void> {
  const draft = await findDraft(ctx.db, template.id)
  if (draft)
    throw new AppError('conflict', `模板“${template.name}”已有草稿（由 ${draft.updatedBy} 创建），请刷新后重试`)
}

/** Returns the id. */
async function insertDraft(ctx: CallContext, template: TemplateRow, folder: string): Promise<number> {
  const now = ctx.clock.now().getTime()
  const row = await ctx.db
    .insertInto('template')
    .values({
      name: `${template.name.slice(0, 240)}（草稿）`,
      folder,
      folderKey: nameKey(folder),
      templatePic: '',
      title: '',
      siteId: 0,
      sort: 0,
      createTime: now,
      version: 1,
      updateTime: now,
      updatedBy: ctx.requireSignedIn().username,
      feedEpoch: createEpoch(),
      draftOf: template.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Discards a draft; its files stay as a restore point, which can be restored to another draft. */
export const discardDraft: Handler<'templateDraft.discard'> = async (ctx, { id }) => {
  await requireTemplate(ctx, { id }, 'write')
  const draft = await requireDraft(ctx, id)
  await lockTemplateForRead(ctx.db, draft.id)
  await insertRestorePoint(ctx.db, {
    templateId: id,
    kind: 'discard',
    at: ctx.clock.now(),
    by: ctx.requireSignedIn().username,
    tree: await readTree(ctx.db, draft.id),
    written: new Map(),
  })
  await deleteBase(ctx.db, id)
  await ctx.db.deleteFrom('template').where('id', '=', draft.id).execute()
  return null
}
