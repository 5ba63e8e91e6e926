import { id, index, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const labelTables = {
  label_category: table({
    title: '标签分类',
    columns: {
      id: id(),
      /** Unique within a site. */
      title: text(),
      siteId: ref('site'),
      ...lastSavedColumns(),
    },
    indexes: {
      label_category_name: unique('siteId title'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'labelCategories', of: 'site', without: ['siteId'] },
  }),
  label: table({
    title: '标签',
    columns: {
      id: id(),
      /** Unique within a category. */
      title: text(),
      /** The category, which belongs to the same site. */
      classId: ref('label_category'),
      siteId: ref('site'),
      ...lastSavedColumns(),
    },
    indexes: {
      label_name: unique('classId title'),
      label_place: index('siteId id'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'labels', of: 'site', without: ['siteId'] },
  }),
}
