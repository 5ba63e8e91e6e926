import { id, index, millis, ownedBy, ref, table, text, AUTHOR } from '#server/db/table.ts'

export const contentNoteTables = {
  /** A reviewer's note on a text of an entry, or a reply to one. Notes are not part of the entry. */
  content_note: table({
    title: '批注',
    columns: {
      id: id(),
      contentId: ownedBy('content'),
      /** The note that this one replies to; 0: not a reply. */
      parentId: ref('content_note'),
      fieldName: text(),
      /** The quoted words and their surroundings, from which the position is found again. */
      quote: text(),
      before: text(),
      after: text(),
      text: text(),
      author: text(),
      authorId: ref('account', { mayDangle: AUTHOR }),
      createTime: millis(),
      /** '' while the note is open. */
      closedBy: text().default(''),
      closeTime: millis().default(0),
    },
    indexes: {
      content_note_entry: index('contentId id'),
    },
    archive: { kind: 'notes', of: 'contentId', without: [] },
  }),
}
