import { flag, id, index, int, millis, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const sensitiveTables = {
  /** A group of similar words; words of a forbidding class need a person's agreement before publication. */
  sensitive_class: table({
    title: '敏感词类别',
    columns: {
      id: id(),
      title: text(),
      isForbidding: flag(),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      sensitive_class_title: unique('title'),
    },
  }),
  /** People who may agree to words of a forbidding class. */
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
      /** The word in the form of foldWord; unique. */
      folded: text(),
      /** Replacement; '' for none. */
      propWord: text(),
      /** 0: none. */
      classId: int().refers('sensitive_class').default(0),
      createTime: millis(),
      /** Increases with each save. */
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
