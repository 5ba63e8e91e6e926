import { PreparedHandler } from '#server/http/routes.ts'
import { requireTemplate } from '#server/areas/template/template/index.ts'
import { drawUnsavedTemplate } from '../engine/index.ts'
import { storePreview } from './previewPages.ts'
import { chooseSite } from './sites.ts'

/**
 * The project's own call: previews a template with unsaved texts and published entries; saves nothing but the preview
 * page.
 */
export const previewTemplate = new PreparedHandler<'templateData.preview'>(
  async (ctx, { folder, siteId, files, ...task }) => {
    const template = await requireTemplate(ctx, { folder }, 'read')
    const { sites, chosen } = await chooseSite(ctx, { folder, siteId })
    const texts = new Map(files.map(({ path, content }) => [path, content]))
    const drawn = await drawUnsavedTemplate(ctx, { ...task, template, siteId: chosen.id, texts })
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
  },
)
