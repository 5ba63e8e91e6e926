import type { Millis } from './core.ts'

/** A file that stays for a while under a ticket (previews, sheets); its bytes lie in the store under the key. */
export interface ExpiringFileTable {
  fileKey: string
  size: number
  endTime: Millis
}
/** A chunk of an unfinished upload in the store. */
export interface UploadPartTable {
  sessionId: number
  /** Of its first byte, and behind its last one. */
  startAt: number
  endAt: number
  blobKey: string
}
/** A file of a site's built pages, as visitors see them; its bytes lie in the store by their hash. */
export interface SiteFileTable {
  siteId: number
  path: string
  /** As the build names its content (SlotRecord). */
  revision: string
  size: number
  sha256: string
}

export interface NoDiskTables {
  kept_file: ExpiringFileTable
  upload_part: UploadPartTable
  site_file: SiteFileTable
}
