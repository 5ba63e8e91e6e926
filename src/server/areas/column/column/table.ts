import { flag, id, index, int, json, millis, ref, table, text } from '#server/db/table.ts'

export const columnTables = {
  /** A column (menu) of a site; site 0 holds the back office's own menus. */
  site_column: table({
    title: '栏目',
    columns: {
      id: id(),
      siteId: ref('site'),
      parentId: ref('site_column'),
      title: text(),
      enTitle: text(),
      menuType: int(),
      identifies: text(),
      code: text(),
      sort: int(),
      hits: int(),
      frontListUrl: json(),
      frontListTemplate: json(),
      frontDetailUrl: json(),
      frontDetailTemplate: json(),
      manageUrl: text(),
      frontUrl: text(),
      clue: flag(),
      setting: json(),
      apiUrlList: json(),
      showPositionIds: json().noReference('of the documents'),
      moduleId: int().noReference('of the documents'),
      isAddArticle: flag(),
      relationWorkFlow: text(),
      seoTitle: text(),
      seoKeywords: text(),
      seoDescription: text(),
      allowAddChild: flag(),
      allowUpdate: flag(),
      allowDelete: flag(),
      allowCascadeDelete: flag(),
      allowSort: flag(),
      isChildMenu: flag(),
      isSystemMenu: flag(),
      showCrumbs: flag(),
      showLoop: flag(),
      showFront: flag(),
      showManage: flag(),
      targetBlank: flag(),
      /** MenuField[] of the contract. */
      fields: json(),
      /** Increases with each saved change. */
      version: int().default(1),
      changedBy: text().default(''),
      /** 0: unchanged since its creation. */
      changeTime: millis().default(0),
    },
    indexes: {
      site_column_place: index('siteId parentId sort'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'columns', of: 'site', without: ['siteId'] },
  }),
  /** Deleted columns with their rows, until they are restored or expire. */
  column_bin: table({
    columns: {
      id: id(),
      siteId: ref('site'),
      /** Title of the top column. */
      title: text(),
      /** Number of rows in `columns`. */
      total: int(),
      /** Rows of site_column, the top one first. */
      columns: json(),
      /** Rows of role_grant. */
      grants: json(),
      username: text(),
      createTime: millis(),
      expireTime: millis(),
    },
    indexes: {
      column_bin_place: index('siteId expireTime'),
    },
    isDeletedWithSite: true,
  }),
}
