import { index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export const feedTables = {
  /**
   * What stands at each path of a template, kept by every change of its files. A file's hash is valid as long as its size,
   * mtime and inode are the same.
   */
  template_entry: table({
    columns: {
      templateId: ownedBy('template'),
      /** From the template's folder down, with `/`, as the disk has it. */
      path: text(),
      kind: text<'file' | 'folder' | 'gone'>(),
      size: int(),
      mtimeNs: text(),
      ino: text(),
      /** Of a file; else ''. */
      sha256: text(),
      /** When it was written. */
      time: millis(),
      /** Of the template, at which it became so. */
      version: int(),
      /** Account name; '': it was changed on the server's disk, or before this was kept. */
      changedBy: text(),
      /** Name of the computer that it was changed on, as that says it. */
      machine: text(),
    },
    key: ['templateId', 'path'],
    indexes: {
      template_entry_version: index('templateId version'),
      template_entry_gone: index('templateId kind version'),
    },
  }),
}
