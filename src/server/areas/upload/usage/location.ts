import type { AttachmentUse } from '#shared/contract/attachment.ts'

/** A place that references uploads, with the matching addresses. */
export interface UsageLocation extends Omit<AttachmentUse, 'attachmentId'> {
  paths: readonly string[]
  /** Column of an entry; its title is hidden from accounts that may not read the column. */
  classId?: number
}
