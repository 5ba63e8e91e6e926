import { flag, id, index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export type RevisionKind =
  'save' | 'new' | 'upload' | 'unzip' | 'sync' | 'publish' | 'restore' | 'found' | 'remove' | 'rename'

export const templateRevisionTables = {
  /** A version of a file: what was written, by whom, and until when it stood there. */
  template_revision: table({
    columns: {
      id: id(),
      templateId: ownedBy('template'),
      /** From the template's folder down; follows the file when it is renamed. */
      path: text(),
      /** How it came; found: it was there before anybody kept versions. remove, rename: what became of the file. */
      kind: text<RevisionKind>(),
      size: int(),
      /** Of the content; '' for what became of a file. */
      sha256: text(),
      /** Are its bytes kept? Those of the version in place are the file's. */
      kept: flag(),
      createTime: millis(),
      /** Account name; '': unknown. */
      createdBy: text(),
      machine: text(),
      /** Of a rename: the path before. */
      note: text(),
      /** When it was replaced or removed; null: it is what stands there. */
      endTime: millis().nullable(),
    },
    indexes: {
      template_revision_path: index('templateId path id'),
      template_revision_end: index('endTime'),
      template_revision_content: index('sha256'),
    },
  }),
}
