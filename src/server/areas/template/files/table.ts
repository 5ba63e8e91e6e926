import { index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export const templateFileTables = {
  /**
   * What stands at each path of a template, and what went from it: kept by every change of its files. The bytes of a file lie in
   * the store by their hash (`stored_content`).
   */
  template_file: table({
    columns: {
      templateId: ownedBy('template'),
      /** From the template's folder down, with `/`; names in one Unicode form (NFC). */
      path: text().bytewise(),
      /** Path of the folder that it is in; '': the template's own. */
      parent: text().bytewise(),
      /** Of the name: the same for names that are one file on Windows (nameKey). */
      nameKey: text().bytewise(),
      kind: text<'file' | 'folder' | 'gone'>(),
      size: int(),
      /** Of a file; else ''. */
      sha256: text(),
      /** When it was written. */
      time: millis(),
      /** Of the template, at which it became so. */
      version: int(),
      /** Account name; '': nobody in particular. */
      changedBy: text(),
      /** Name of the computer that it was changed on, as that says it. */
      machine: text(),
    },
    key: ['templateId', 'path'],
    indexes: {
      template_file_name: index('templateId parent nameKey'),
      template_file_version: index('templateId version'),
      template_file_gone: index('templateId kind version'),
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
