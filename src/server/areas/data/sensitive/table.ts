import { flag, id, index, int, millis, ref, saved, table, text, unique } from '#server/db/table.ts'

export const sensitiveTables = {
  /** Words that are alike; a forbidding one asks people before an entry with one of them is published. */
  sensitive_class: table({
    title: '敏感词分类',
    columns: {
      id: id(),
      title: text(),
      isForbidding: flag(),
      createTime: millis(),
      ...saved(),
    },
    indexes: {
      sensitive_class_title: unique('title'),
    },
  }),
  /** Who may agree to words of a forbidding class. */
  sensitive_class_person: table({
    columns: {
      classId: ref('sensitive_class'),
      accountId: ref('account'),
    },
    key: ['classId', 'accountId'],
  }),
  sensitive_word: table({
    title: '敏感词',
    columns: {
      id: id(),
      sensitiveWord: text(),
      /** The word as foldWord has it; unique. */
      folded: text(),
      /** What to write instead; '' for nothing. */
      propWord: text(),
      /** 0: none. */
      classId: int().refers('sensitive_class').default(0),
      createTime: millis(),
      /** Counts the saves. */
      version: int().default(1),
      /** Username. */
      updatedBy: text(),
      updateTime: millis(),
    },
    indexes: {
      sensitive_word_folded: unique('folded'),
      sensitive_word_state: index('version id'),
    },
  }),
}
