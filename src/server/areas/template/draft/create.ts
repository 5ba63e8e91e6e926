import { randomBytes } from 'node:crypto'
import type { CallContext } from '#server/http/context.ts'
import { Prepared } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { nameKey } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { trashLeftover, findDraft, lockTemplateForRead, templateFor, type TemplateRow } from '../template/index.ts'
import { storeContents, movedOn } from './contents.ts'
import { dropBase, insertMoment, setBase } from './moments.ts'
import { standOf } from './trees.ts'

/** Stands in no folder that people may choose, so no template can have the name. */
const SIGN = '~'

/** The template and its draft, as `draftState` shows them. */
export async function stateOf(ctx: CallContext, template: TemplateRow): Promise<DraftState> {
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

/** AppError `not-found` without a draft. */
export async function draftOf(ctx: CallContext, templateId: number): Promise<TemplateRow> {
  const draft = await findDraft(ctx.db, templateId)
  if (!draft) throw new AppError('not-found', '这个模板没有草稿，可能已被放弃，请刷新后再试')
  return draft
}

/** The template that a folder belongs to, its own or that of its draft. */
export async function templateOf(ctx: CallContext, folder: string): Promise<TemplateRow> {
  const found = await templateFor(ctx, { folder }, 'read')
  return found.draftOf ? templateFor(ctx, { id: found.draftOf }, 'read') : found
}

/** A copy of all files under a folder of its own; what they hold now is kept as what both have in common. */
export const create = new Prepared<'templateDraft.create'>(async (outside, { id }) => {
  const template = await templateFor(outside, { id }, 'write')
  await refuseSecond(outside, template)
  const { templates: store } = await storesOf(outside.deps)
  const { version, tree } = await standOf(outside.deps, template, true)
  await storeContents(store, template.folder, tree)
  const staging = await store.stage([template.folder])
  outside.onRollback(staging.discard)
  await staging.flush()
  return async (ctx) => {
    // Held now: of two calls the second is refused.
    const now = await lockTemplateForRead(ctx.db, id)
    await refuseSecond(ctx, await templateFor(ctx, { id }, 'write'))
    if (now !== version) throw movedOn()
    const folder = `${template.folder.slice(0, 50)}${SIGN}${randomBytes(4).toString('hex')}`
    await insertDraft(ctx, template, folder)
    await store.makeFolder([folder])
    await store.merge(staging, [folder])
    await staging.discard()
    await setBase(ctx.db, { templateId: id, at: ctx.clock.now(), by: ctx.signed().username, tree })
    return stateOf(ctx, template)
  }
})

async function refuseSecond(ctx: CallContext, template: TemplateRow): Promise<void> {
  const draft = await findDraft(ctx.db, template.id)
  if (draft) throw new AppError('conflict', `模板“${template.name}”已有草稿（${draft.updatedBy} 建立的），请刷新后再试`)
}

async function insertDraft(ctx: CallContext, template: TemplateRow, folder: string): Promise<void> {
  const now = ctx.clock.now().getTime()
  await trashLeftover(ctx, folder)
  await ctx.db
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
      updatedBy: ctx.signed().username,
      draftOf: template.id,
    })
    .execute()
}

/** Gives a draft up: its files stay as a moment, to be put into another draft. */
export const discard = new Prepared<'templateDraft.discard'>(async (outside, { id }) => {
  await templateFor(outside, { id }, 'write')
  const draft = await draftOf(outside, id)
  const { templates: store } = await storesOf(outside.deps)
  const { version, tree } = await standOf(outside.deps, draft, true)
  await storeContents(store, draft.folder, tree)
  return async (ctx) => {
    if ((await lockTemplateForRead(ctx.db, draft.id)) !== version) throw movedOn()
    await templateFor(ctx, { id }, 'write')
    await insertMoment(ctx.db, {
      templateId: id,
      kind: 'discard',
      at: ctx.clock.now(),
      by: ctx.signed().username,
      token: '',
      tree,
      written: new Map(),
    })
    await dropBase(ctx.db, id)
    await ctx.db.deleteFrom('template').where('id', '=', draft.id).execute()
    if (await store.stat([draft.folder])) await store.trash([draft.folder])
    return null
  }
})
