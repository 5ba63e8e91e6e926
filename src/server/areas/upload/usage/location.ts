import type { AttachmentUse } from '#shared/contract/attachment.ts'

/** Something that names uploads, and which of those that were asked for. */
export interface UsageLocation extends Omit<AttachmentUse, 'attachmentId'> {
  paths: readonly string[]
  /** Of an entry: who may not read its column is not told its title. */
  classId?: number
}
