import type { CallContext } from '#server/http/context.ts'
import { PreparedHandler, type Routes } from '#server/http/routes.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { queueJob } from '#server/jobs/queue.ts'
import { normalizeHostName, requireFreeHosts, requireFreeSymbol } from '#server/areas/site/site/index.ts'
import { requireFreeFolder } from '#server/areas/template/template/index.ts'
import { removeOwnUpload, requireOwnUpload } from '#server/areas/upload/index.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { MAX_ARCHIVE_MB } from '#shared/contract/siteArchive.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { canSeeMenu, isSuper } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { createDownloadAddress, findExports } from './downloads.ts'
import { summarizeArchive } from './summarize.ts'
import { openArchive } from './open.ts'
import { retainImportArchive, copyImportArchive } from './archiveFiles.ts'
import { discardTemp } from '#server/storage/leftovers.ts'

const MB = 1024 * 1024

/**
 * AppError `forbidden`: an archive brings scripts, workflows and published content that nobody on this server has
 * reviewed.
 */
function requireImporter(ctx: CallContext): void {
  if (!isSuper(ctx.requireSignedIn().authority))
    throw new AppError('forbidden', '导入的站点会带来脚本、审批流程和已发布的内容，只有超级管理员可以导入')
}

/** Summarizes an archive that the caller has uploaded. */
async function summarizeUpload(ctx: CallContext, accessPath: string) {
  const upload = await requireOwnUpload(ctx, accessPath)
  if (extensionOf(upload.oldName) !== 'zip') throw new AppError('unsupported', '请上传 zip 的格式!')
  if (upload.size > MAX_ARCHIVE_MB * MB) throw new AppError('too-large', `文件大小不能大于${MAX_ARCHIVE_MB}M!`)
  const { blobs } = await storesOf(ctx.deps)
  const { file } = await blobs.extract(upload.blobKey, { keep: true })
  try {
    const archive = await openArchive(file)
    try {
      return await summarizeArchive(ctx, archive)
    } finally {
      archive.close()
    }
  } finally {
    await discardTemp(file)
  }
}

/** The hosts in the form in which servers compare them. AppError `invalid` at the field. */
const hostsOf = (domain: string): string =>
  domain
    .split(/[,，\s]+/)
    .filter((host) => host !== '')
    .map(normalizeHostName)
    .join(',')

/** Checks names and hosts before the job is queued; the job checks them again. */
async function requireFreeNames(ctx: CallContext, form: ParsedOf<'siteArchive.import'>, domain: string): Promise<void> {
  const who = ctx.requireSignedIn()
  await requireFreeSymbol(ctx.db, form.symbol, 0, who.authority)
  await requireFreeHosts(ctx.db, domain === '' ? [] : domain.split(','), 0, who.authority)
  const names = form.folders.map(({ as }) => as.toLowerCase())
  const duplicate = form.folders.find(({ as }, at) => names.indexOf(as.toLowerCase()) !== at)
  if (duplicate) throw fieldError('invalid', 'folders', `模板文件夹“${duplicate.as}”重复，请换一个名称`)
  for (const { as } of form.folders) await requireFreeFolder(ctx.db, as, { who })
}

export const routes: Routes<'siteArchive'> = {
  'siteArchive.export': async (ctx, { siteId, history, members }) => {
    await requireActiveSites(ctx, [siteId])
    if (members && !canSeeMenu(ctx.requireSignedIn().authority, MENU.memberManage))
      throw fieldError('forbidden', 'members', '没有“会员管理”的权限，无法导出会员，请取消选择会员后导出')
    const site = await ctx.db.selectFrom('site').select('title').where('id', '=', siteId).executeTakeFirstOrThrow()
    const input = { siteId, history, members }
    return queueJob(ctx, { kind: 'site.export', title: `导出站点“${site.title}”`, siteId, input })
  },

  'siteArchive.exports': (ctx, { siteId }) => findExports(ctx, siteId),

  'siteArchive.download': (ctx, { siteId, jobId }) => createDownloadAddress(ctx, siteId, jobId),

  'siteArchive.look': async (ctx, { accessPath }) => {
    requireImporter(ctx)
    return summarizeUpload(ctx, accessPath)
  },

  'siteArchive.import': new PreparedHandler<'siteArchive.import'>(async (before, form) => {
    requireImporter(before)
    const seen = await summarizeUpload(before, form.accessPath)
    const archive = await copyImportArchive(before.deps, await requireOwnUpload(before, form.accessPath))
    return async (ctx) => {
      const domain = hostsOf(form.domain)
      const named = new Map(form.folders.map(({ folder, as }) => [folder, as]))
      const folders = seen.templates.map(({ folder }) => ({ folder, as: named.get(folder) ?? folder }))
      await requireFreeNames(ctx, { ...form, folders }, domain)
      const { accessPath, ...rest } = form
      const input = { ...rest, folders, domain, archive }
      const job = await queueJob(ctx, { kind: 'site.import', title: `导入站点“${form.title}”`, siteId: 0, input })
      await removeOwnUpload(ctx, accessPath)
      await retainImportArchive(ctx.db, ctx.deps, archive)
      return job
    }
  }),
}
