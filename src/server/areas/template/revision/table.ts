import { flag, id, index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export type RevisionKind =
  'save' | 'new' | 'upload' | 'unzip' | 'sync' | 'publish' | 'restore' | 'found' | 'remove' | 'rename'

export const templateRevisionTables = {
  /** A version of a file: its content, author, and when it was replaced. */
  template_revision: table({
    columns: {
      id: id(),
      templateId: ownedBy('template'),
      /** Path inside the template; follows renames. */
      path: text(),
      /**
       * The operation. `found`: the file existed before versions were recorded. `remove`, `rename`: events without
       * content.
       */
      kind: text<RevisionKind>(),
      size: int(),
      /** Hash of the content; '' for events. */
      sha256: text(),
      /** Whether the bytes are stored separately; the bytes of the current version belong to the file. */
      kept: flag(),
      createTime: millis(),
      /** Account name; '': unknown. */
      createdBy: text(),
      machine: text(),
      /** Former path of a rename. */
      note: text(),
      /** When the version was replaced or removed; null: current. */
      endTime: millis().nullable(),
    },
    indexes: {
      template_revision_path: index('templateId path id'),
      template_revision_end: index('endTime'),
      template_revision_content: index('sha256'),
    },
  }),
}
