import type { CallContext } from '#server/http/context.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Handler, Routes } from '#server/http/routes.ts'
import { parsePath } from '#server/storage/path.ts'
import type { TemplateRevision } from '#shared/contract/templateRevision.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { changeFiles } from './changeFiles.ts'
import { readLimits, saveLimits } from './limits.ts'
import { requireTemplate } from '../template/index.ts'
import { readRevisionContent, requireRevision, type RevisionRow, readCurrentVersion, readVersion } from './versions.ts'

const present = (row: RevisionRow): TemplateRevision => ({
  id: row.id,
  kind: row.kind,
  by: row.createdBy,
  machine: row.machine,
  date: formatDateTime(row.createTime),
  size: row.size,
  isCurrent: row.endTime === null,
  isKept: row.kept === 1,
  note: row.note,
})

/** Resolves a path that begins with a template's folder. */
async function locatePath(ctx: CallContext, text: string) {
  const [folder, ...inner] = parsePath(text)
  if (folder === undefined) throw new AppError('invalid', '请提供文件路径 path')
  return { template: await requireTemplate(ctx, { folder }, 'read'), inner: inner.join('/').normalize('NFC') }
}

const readRemovedFiles: Handler<'templateRevision.removed'> = async (ctx, { path, ...paging }) => {
  const { template, inner } = await locatePath(ctx, path)
  const inside = inner === '' ? '' : `${inner}/`
  const found = ctx.db
    .selectFrom('template_revision as gone')
    .selectAll()
    .where('templateId', '=', template.id)
    .where('kind', '=', 'remove')
    .where((eb) => eb(eb.fn<string>('substr', ['path', eb.lit(1), eb.lit([...inside].length)]), '=', inside))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('template_revision as later')
            .select('later.id')
            .whereRef('later.templateId', '=', 'gone.templateId')
            .whereRef('later.path', '=', 'gone.path')
            .whereRef('later.id', '>', 'gone.id'),
        ),
      ),
    )
    .orderBy('gone.id', 'desc')
  const { rows, total } = await readPage(found, paging)
  const contents = await ctx.db
    .selectFrom('template_revision')
    .select((eb) => ['path', eb.fn.max('id').as('id')])
    .where('templateId', '=', template.id)
    .where('path', 'in', ['', ...rows.map((row) => row.path)])
    .where('kept', '=', 1)
    .groupBy('path')
    .execute()
  const kept = await ctx.db
    .selectFrom('template_revision')
    .select(['id', 'path', 'size'])
    .where('id', 'in', [0, ...contents.map(({ id }) => id)])
    .execute()
  const byPath = new Map(kept.map((row) => [row.path, row]))
  const files = rows.map((row) => ({
    id: byPath.get(row.path)?.id ?? 0,
    path: `${template.folder}/${row.path}`,
    size: byPath.get(row.path)?.size ?? 0,
    by: row.createdBy,
    date: formatDateTime(row.createTime),
  }))
  return pageOf(files, total, paging.size)
}

/** A restore is a save: it checks the current content and creates a new version. */
const restoreRevision: Handler<'templateRevision.restore'> = async (ctx, { id, expected }) => {
  const { row, template } = await requireRevision(ctx, id, 'write')
  const bytes = await readRevisionContent(ctx, row)
  return changeFiles(ctx, template.id, { kind: 'restore' }, async (change) => {
    const { hash } = await readCurrentVersion(ctx, template, row.path)
    if (hash !== expected)
      throw new AppError('conflict', `“${row.path}”刚刚有新的变化，未还原。请查看当前内容后再决定`, {
        details: { fact: { kind: 'content', current: hash } },
      })
    await change.writeBytes(row.path, bytes)
    return { path: `${template.folder}/${row.path}`, hash: row.sha256 }
  })
}

export const routes: Routes<'templateRevision'> = {
  'templateRevision.page': async (ctx, { path, ...paging }) => {
    const { template, inner } = await locatePath(ctx, path)
    const found = ctx.db
      .selectFrom('template_revision')
      .selectAll()
      .where('templateId', '=', template.id)
      .where('path', '=', inner)
      .orderBy('id', 'desc')
    const { rows, total } = await readPage(found, paging)
    return pageOf(rows.map(present), total, paging.size)
  },

  'templateRevision.removed': readRemovedFiles,

  'templateRevision.file': async (ctx, { id }) => {
    const { row, template } = await requireRevision(ctx, id, 'read')
    const before = await ctx.db
      .selectFrom('template_revision')
      .selectAll()
      .where('templateId', '=', row.templateId)
      .where('path', '=', row.path)
      .where('id', '<', row.id)
      .where('kind', '!=', 'rename')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { version: now, hash } = await readCurrentVersion(ctx, template, row.path)
    return {
      path: `${template.folder}/${row.path}`,
      version: await readVersion(ctx, template, row),
      before: await readVersion(ctx, template, before),
      now,
      hash,
    }
  },

  'templateRevision.restore': restoreRevision,

  'templateRevision.limits': async (ctx) => ({
    ...(await readLimits(ctx.db)),
    mayChange: isSuper(ctx.requireSignedIn().authority),
  }),

  'templateRevision.saveLimits': async (ctx, limits) => {
    if (!isSuper(ctx.requireSignedIn().authority))
      throw new AppError('forbidden', '只有超级管理员可以修改历史版本的保留设置')
    await saveLimits(ctx.db, limits)
    return limits
  },
}
