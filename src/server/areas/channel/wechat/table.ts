import {
  flag,
  id,
  index,
  int,
  json,
  millis,
  ownedBy,
  ref,
  lastSavedColumns,
  sealedText,
  table,
  text,
  unique,
  AUTHOR,
  HISTORY,
} from '#server/db/table.ts'

export const wechatTables = {
  /** A WeChat official account. */
  wechat_config: table({
    title: '公众号',
    columns: {
      id: id(),
      siteId: ref('site'),
      title: text(),
      appId: text().noReference('of WeChat'),
      appSecret: sealedText(),
      /** Access token, valid until tokenEnds. */
      token: sealedText(),
      tokenEnds: millis().default(0),
      ...lastSavedColumns(),
    },
    indexes: {
      wechat_config_site: index('siteId id'),
    },
    isDeletedWithSite: true,
  }),
  /** Pushes the entries of a column to an account, or pulls its articles into the column. */
  wechat_rule: table({
    title: '公众号规则',
    columns: {
      id: id(),
      title: text(),
      /** 1 push, 0 pull. */
      ruleType: int(),
      isRun: flag(),
      siteId: ref('site'),
      classId: int().noReference('a rule of a gone column does nothing'),
      /** 0: the first account of the site. */
      configId: ref('wechat_config'),
      rules: json(),
      /** Account that saved the rule last; a run uses this account's current rights. */
      accountId: int().noReference(AUTHOR),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      wechat_rule_site: index('siteId id'),
      wechat_rule_column: index('classId isRun'),
    },
    isDeletedWithSite: true,
  }),
  /** One article of a rule, transferred only once. */
  wechat_log: table({
    columns: {
      id: id(),
      ruleId: ownedBy('wechat_rule'),
      /** `c` and the entry's id, or `a` and the article's id. */
      itemKey: text(),
      title: text(),
      state: text<'done' | 'failed' | 'doubtful'>(),
      reason: text(),
      contentId: int().noReference(HISTORY),
      /** media_id of the created draft; '' for none. */
      mediaId: text().noReference('of WeChat'),
      createTime: millis(),
    },
    indexes: {
      wechat_log_item: unique('ruleId itemKey'),
    },
  }),
  /** An image that was uploaded to an account. */
  wechat_media: table({
    columns: {
      configId: ownedBy('wechat_config'),
      /** thumb or inline, and the bytes' SHA-512. */
      mediaKey: text(),
      /** media_id, or the address of an inline picture. */
      value: text(),
    },
    key: ['configId', 'mediaKey'],
  }),
}
