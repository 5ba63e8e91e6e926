import { flag, id, index, int, millis, ref, table, text, unique } from '#server/db/table.ts'

export const siteTables = {
  site: table({
    title: '站点',
    columns: {
      id: id(),
      title: text(),
      symbol: text(),
      note: text(),
      manageType: int(),
      templateId: ref('template'),
      isStatus: flag(),
      sort: int(),
      createTime: millis(),
      javascript: text(),
      icp: text(),
      copyright: text(),
      policeIcp: text(),
      eduIcp: text(),
      grayscale: flag(),
      domain: text(),
      seoTitle: text(),
      seoKeywords: text(),
      seoDescription: text(),
      /** Incremented with each save. */
      version: int().default(1),
      updateTime: millis().default(0),
      /** Username. */
      updatedBy: text().default(''),
      /** When the site was deleted; null: active. */
      deleteTime: millis().nullable(),
      deletedBy: text().default(''),
    },
    indexes: {
      site_symbol_key: unique('lower(symbol)'),
      site_symbol: unique('symbol'),
      site_order: index('deleteTime -sort id'),
    },
  }),
}
