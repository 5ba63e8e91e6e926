import { Prepared } from '#server/http/routes.ts'
import { templateFor } from '#server/areas/template/template/index.ts'
import { AppError } from '#shared/errors/index.ts'
import { drawUnsavedTemplate } from '../engine/index.ts'
import { storePreview } from '../preview/index.ts'
import { sitesFor } from './sites.ts'

/** The project's own: nothing of it is saved. Entries are those that are public. */
export const previewTemplate = new Prepared<'templateData.preview'>(async (ctx, { folder, siteId, files, ...task }) => {
  await templateFor(ctx, { folder }, 'read')
  const sites = await sitesFor(ctx, folder)
  const chosen = sites.find(({ id }) => id === siteId) ?? sites[0]
  if (!chosen) throw new AppError('not-found', '您还没有可以预览的站点，请联系管理员授权')
  const texts = new Map(files.map(({ path, content }) => [path, content]))
  const drawn = await drawUnsavedTemplate(ctx, { ...task, folder, siteId: chosen.id, texts })
  const { html, problem, pages, address, isInstead } = drawn
  return async (tx) => ({
    href: html === null ? '' : await storePreview(tx, html),
    problem: problem && { file: problem.file, line: problem.line, message: problem.message },
    pages,
    address,
    isInstead,
    sites,
    siteId: chosen.id,
  })
})
