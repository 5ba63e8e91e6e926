import {
  flag,
  id,
  index,
  int,
  json,
  millis,
  ref,
  saved,
  table,
  text,
  unique,
  AUTHOR,
  HISTORY,
} from '#server/db/table.ts'

export const crossSiteTables = {
  /** Copies entries of one column into another (decision 036). */
  copy_rule: table({
    columns: {
      id: id(),
      title: text(),
      /** Does it copy each new entry by itself? */
      isRun: flag(),
      /** CopyFieldPair[] of the contract. */
      rules: json(),
      sourceSiteId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      sourceMenuId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      targetSiteId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      targetMenuId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      /** Who saved it last: what it does by itself, it does with the rights that this account has then. */
      accountId: int().noReference(AUTHOR),
      createTime: millis(),
      /** While it is on: do its copies become other, leave the site, and go to the recycle bin as their sources do? */
      followUpdate: flag().default(0),
      followUnpublish: flag().default(0),
      followDelete: flag().default(0),
      ...saved(),
    },
    indexes: {
      copy_rule_source: index('sourceMenuId isRun'),
    },
  }),
  /** Which copy a rule has made of an entry: it never makes a second one. */
  copy_link: table({
    columns: {
      ruleId: int().noReference(HISTORY),
      sourceId: int().noReference(HISTORY),
      targetId: int().noReference(HISTORY),
      createTime: millis(),
      /** Values that the rule brought last, by the target's field names; '' as the first revision of the copy. */
      base: text().default(''),
      /** 1: labels or related entries were not there yet; 0: all were. */
      isLacking: flag().default(0),
    },
    key: ['ruleId', 'sourceId'],
    indexes: {
      copy_link_target: index('targetId'),
      copy_link_source: index('sourceId ruleId'),
    },
  }),
  /** A source that something happened to, until its copy has followed. */
  copy_follow: table({
    columns: {
      ruleId: int().noReference('is dropped when it is worked on'),
      sourceId: int().noReference('is dropped when it is worked on'),
      /** Grows with each change. */
      mark: int(),
    },
    key: ['ruleId', 'sourceId'],
  }),
  /** What a copy would follow, had nobody changed it: its editor takes it over or keeps what is there. One of a copy. */
  copy_update: table({
    columns: {
      id: id(),
      ruleId: int().noReference(HISTORY),
      sourceId: int().noReference(HISTORY),
      targetId: ref('content'),
      kind: text<'update' | 'delete'>(),
      /** Values that the source has changed, by the target's field names. */
      fields: json(),
      /** Who changed the source. */
      author: text(),
      createTime: millis(),
    },
    indexes: {
      copy_update_target: unique('targetId'),
    },
  }),
  /** One entry that was to be copied into one column. Titles are those of that time. */
  copy_log: table({
    columns: {
      id: id(),
      /** 0: by hand. */
      ruleId: int().noReference(HISTORY),
      rule: text(),
      dataId: int().noReference(HISTORY),
      title: text(),
      sourceSiteId: int().noReference(HISTORY),
      sourceMenuId: int().noReference(HISTORY),
      targetSiteId: int().noReference(HISTORY),
      targetMenuId: int().noReference(HISTORY),
      sourceSite: text(),
      sourceMenu: text(),
      targetSite: text(),
      targetMenu: text(),
      /** 0: none was made. */
      targetId: int().noReference(HISTORY),
      /** 1: it was copied. */
      status: flag(),
      /** Why it was not; '' when it was. */
      reason: text(),
      author: text(),
      createTime: millis(),
    },
    indexes: {
      copy_log_status: index('status id'),
    },
  }),
}
