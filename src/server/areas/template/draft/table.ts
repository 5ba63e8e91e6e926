import { id, index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export const templateDraftTables = {
  /** A state of a template or of its draft, before something was done to it. */
  template_moment: table({
    columns: {
      id: id(),
      /** The template, also for states of its draft. */
      templateId: ownedBy('template'),
      /** base: what template and draft last had in common; not shown. */
      kind: text<'publish' | 'undo' | 'restore' | 'draft' | 'discard' | 'base'>(),
      createTime: millis(),
      createdBy: text(),
      files: int(),
      /** Paths that were changed then. */
      changed: int(),
    },
    indexes: {
      template_moment_order: index('templateId id'),
    },
  }),
  /** A path of such a state; the bytes are kept by their hash. */
  template_moment_file: table({
    columns: {
      momentId: ownedBy('template_moment'),
      path: text(),
      /** none: nothing was there, and something came. */
      kind: text<'file' | 'folder' | 'none'>(),
      size: int(),
      /** Of a file; else ''. */
      sha256: text(),
      /** What was written there then: the hash of a file, `folder`, or `none`; null: the path was left as it was. */
      after: text().nullable(),
    },
    key: ['momentId', 'path'],
    indexes: {
      template_moment_file_content: index('sha256 momentId'),
    },
  }),
}
