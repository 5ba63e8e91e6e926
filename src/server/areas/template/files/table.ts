import { index, int, millis, ownedBy, table, text } from '#server/db/table.ts'

export const templateFileTables = {
  /**
   * The current entry of each path of a template, and tombstones of removed paths. The bytes of files are stored by
   * hash (`stored_content`).
   */
  template_file: table({
    columns: {
      templateId: ownedBy('template'),
      /** Path inside the template with `/`, names in NFC. */
      path: text().bytewise(),
      /** Path of the parent folder; '': the root. */
      parent: text().bytewise(),
      /** Comparison key (toNameKey): equal for names that denote the same file on Windows. */
      nameKey: text().bytewise(),
      kind: text<'file' | 'folder' | 'gone'>(),
      size: int(),
      /** Hash of a file; '' otherwise. */
      sha256: text(),
      /** Time of the last write. */
      time: millis(),
      /** Version of the template at this change. */
      version: int(),
      /** Account name; '': unknown. */
      changedBy: text(),
      /** Computer of the change, as reported by the client. */
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
