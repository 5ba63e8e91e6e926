import { index, ownedBy, table } from '#server/db/table.ts'

export const templateSiteTables = {
  template_site: table({
    columns: {
      templateId: ownedBy('template'),
      siteId: ownedBy('site'),
    },
    key: ['templateId', 'siteId'],
    indexes: {
      template_site_site: index('siteId'),
    },
    isDeletedWithSite: true,
  }),
}
