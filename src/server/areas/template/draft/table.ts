import { id, index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export const templateDraftTables = {
  /** A restore point: the state of a template or draft before an operation. */
  template_moment: table({
    columns: {
      id: id(),
      /** The template, also for states of its draft. */
      templateId: ownedBy('template'),
      /** `base`: the last common state of template and draft; not shown. */
      kind: text<'publish' | 'undo' | 'restore' | 'draft' | 'discard' | 'base'>(),
      createTime: millis(),
      createdBy: text(),
      files: int(),
      /** Number of paths the operation changed. */
      changed: int(),
    },
    indexes: {
      template_moment_order: index('templateId id'),
    },
  }),
  /** A path of a restore point; its bytes are stored by their hash. */
  template_moment_file: table({
    columns: {
      momentId: ownedBy('template_moment'),
      path: text(),
      /** `none`: the path was added by the operation. */
      kind: text<'file' | 'folder' | 'none'>(),
      size: int(),
      /** Hash of a file; '' otherwise. */
      sha256: text(),
      /** What the operation wrote: the hash of a file, `folder`, or `none`; null: unchanged. */
      after: text().nullable(),
    },
    key: ['momentId', 'path'],
    indexes: {
      template_moment_file_content: index('sha256 momentId'),
    },
  }),
}
