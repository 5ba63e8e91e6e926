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
      /** How it came; found: it was there before anybody kept versions, or was changed on the server's disk. remove, rename: what became of the file. */
      kind: text<RevisionKind>(),
      size: int(),
      /** Of the content, once that is known; else ''. */
      sha256: text(),
      /** Of the file as it was written. */
      mtimeNs: text(),
      /** Are its bytes kept by their hash (storage/local/kept)? Those of the version in place are in the file itself. */
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
