import {
  flag,
  id,
  index,
  int,
  json,
  millis,
  ref,
  lastSavedColumns,
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
      /** Does the rule copy each new entry automatically? */
      isRun: flag(),
      /** CopyFieldPair[] of the contract. */
      rules: json(),
      sourceSiteId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      sourceMenuId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      targetSiteId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      targetMenuId: int().noReference('a rule whose column is gone is shown as one that does not work'),
      /** Account that saved the rule last; the rule acts with that account's current rights. */
      accountId: int().noReference(AUTHOR),
      createTime: millis(),
      /** While the rule is on: do copies follow updates, unpublishing and deletion of their sources? */
      followUpdate: flag().default(0),
      followUnpublish: flag().default(0),
      followDelete: flag().default(0),
      ...lastSavedColumns(),
    },
    indexes: {
      copy_rule_source: index('sourceMenuId isRun'),
    },
  }),
  /** The copy that a rule made of an entry; a rule never makes a second one. */
  copy_link: table({
    columns: {
      ruleId: int().noReference(HISTORY),
      sourceId: int().noReference(HISTORY),
      targetId: int().noReference(HISTORY),
      createTime: millis(),
      /** Values that the rule wrote last, by the target's field names; '' means those of the copy's first revision. */
      base: text().default(''),
      /** 1: some labels or related entries did not exist on the target site yet. */
      isLacking: flag().default(0),
    },
    key: ['ruleId', 'sourceId'],
    indexes: {
      copy_link_target: index('targetId'),
      copy_link_source: index('sourceId ruleId'),
    },
  }),
  /** A changed source whose copy has not followed yet. */
  copy_follow: table({
    columns: {
      ruleId: int().noReference('deleted once processed'),
      sourceId: int().noReference('deleted once processed'),
      /** Grows with each change. */
      mark: int(),
    },
    key: ['ruleId', 'sourceId'],
  }),
  /** A pending update of an edited copy: its editor accepts or rejects it. At most one per copy. */
  copy_update: table({
    columns: {
      id: id(),
      ruleId: int().noReference(HISTORY),
      sourceId: int().noReference(HISTORY),
      targetId: ref('content'),
      kind: text<'update' | 'delete'>(),
      /** Values that the source changed, by the target's field names. */
      fields: json(),
      /** Account that changed the source. */
      author: text(),
      createTime: millis(),
    },
    indexes: {
      copy_update_target: unique('targetId'),
    },
  }),
  /** One entry that was to be copied into one column. Titles are those at that time. */
  copy_log: table({
    columns: {
      id: id(),
      /** 0: copied by hand. */
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
      /** 0: no copy was made. */
      targetId: int().noReference(HISTORY),
      /** 1: copied. */
      status: flag(),
      /** Why the copy failed; '' when it succeeded. */
      reason: text(),
      author: text(),
      createTime: millis(),
    },
    indexes: {
      copy_log_status: index('status id'),
    },
  }),
}
