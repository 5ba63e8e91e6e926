import { id, index, millis, ownedBy, ref, table, text, AUTHOR } from '#server/db/table.ts'

export const contentNoteTables = {
  /** A reviewer's note at a place in a text of an entry, or an answer to one. It is no part of the entry. */
  content_note: table({
    title: '批注',
    columns: {
      id: id(),
      contentId: ownedBy('content'),
      /** The note that it answers; 0: it is one. */
      parentId: ref('content_note'),
      fieldName: text(),
      /** The words that it is about, and what stood around them: they find the place again. */
      quote: text(),
      before: text(),
      after: text(),
      text: text(),
      author: text(),
      authorId: ref('account', { mayDangle: AUTHOR }),
      createTime: millis(),
      /** '' while it is open. */
      closedBy: text().default(''),
      closeTime: millis().default(0),
    },
    indexes: {
      content_note_entry: index('contentId id'),
    },
    archive: { kind: 'notes', of: 'contentId', without: [] },
  }),
}
