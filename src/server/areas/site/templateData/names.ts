import type { MenuField } from '#shared/contract/column.ts'
import type { TemplateNames } from '#shared/contract/livePreview.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import type { Handler } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { requireTemplate } from '#server/areas/template/template/index.ts'
import { readUsableSites } from './sites.ts'

/** Limits of sites whose columns are listed, and of listed files. */
const MAX_SITES = 5
const MAX_FILES = 5000

/** Names that a template can use: its files, and the columns and fields of its sites. */
export const readTemplateNames: Handler<'templateData.names'> = async (ctx, { folder }) => {
  const template = await requireTemplate(ctx, { folder }, 'read')
  const { templates } = await storesOf(ctx.deps)
  const entries = await templates.walk(template.id)
  const files = entries.filter(({ kind }) => kind === 'file').map(({ path }) => path)
  const sites = await readUsableSites(ctx, folder)
  const bound = sites.filter(({ isBound }) => isBound)
  const siteIds = (bound.length > 0 ? bound : sites.slice(0, 1)).slice(0, MAX_SITES).map(({ id }) => id)
  const columns = await ctx.db
    .selectFrom('site_column')
    .select(['id', 'title', 'identifies', 'code', 'fields'])
    .where('siteId', 'in', [-1, ...siteIds])
    .orderBy('siteId')
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  const fields = new Map<string, TemplateNames['fields'][number]>()
  for (const { title, fields: json } of columns) {
    for (const field of JSON.parse(json) as MenuField[]) {
      const known = fields.get(field.fieldName)
      if (known) known.columns.push(title)
      else
        fields.set(field.fieldName, {
          name: field.fieldName,
          title: fieldTitle(field),
          type: field.fieldType,
          columns: [title],
        })
    }
  }
  return {
    files: files.toSorted().slice(0, MAX_FILES),
    columns: columns.map(({ id, title, identifies, code }) => ({ id, title, identifies, code })),
    fields: [...fields.values()],
  }
}
