import { index, int, millis, table, text } from '#server/db/table.ts'

export const templateFileTables = {
  /** A file or folder of a template, where they do not lie on a disk. */
  template_file: table({
    columns: {
      /** '': in use; `recycled`; `trash/<ms>-<id>`: went to the trash then. */
      area: text().bytewise(),
      /** From the root of all templates, with `/`. */
      path: text().bytewise(),
      /** Path of the folder that it is in; '': the root. */
      parent: text().bytewise(),
      /** The path in one Unicode form (NFC). */
      form: text().bytewise(),
      /** Of the name: the same for names that are one file on Windows (nameKey). */
      nameKey: text().bytewise(),
      kind: text<'file' | 'folder'>(),
      size: int(),
      /** Of a file; else ''. */
      sha256: text(),
      /** ns since 1970 when it was written. */
      mtimeNs: text(),
      /** Another one whenever it is written. */
      ino: text(),
    },
    key: ['area', 'path'],
    indexes: {
      template_file_parent: index('area parent nameKey'),
      template_file_form: index('area form'),
      template_file_content: index('sha256'),
    },
  }),
  /** A short-lived right to download one template file without a session. */
  download_ticket: table({
    columns: {
      /** SHA-256 of the ticket, hex. */
      ticketHash: text().key(),
      path: text(),
      expireTime: millis(),
    },
  }),
}
