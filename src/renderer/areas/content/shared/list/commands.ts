import type { ContentEntry } from '#shared/contract/content.ts'

/** Actions of a row. */
export interface RowCommands {
  view: (entry: ContentEntry) => void
  edit: (entry: ContentEntry) => void
  remove: (entry: ContentEntry) => void
  copy: (entry: ContentEntry) => void
  crossCopy: (entry: ContentEntry) => void
  timeline: (entry: ContentEntry) => void
  /** Opens the page that visitors see. */
  openPage: (entry: ContentEntry) => void
  copyUrl: (entry: ContentEntry) => void
  copyLink: (entry: ContentEntry) => void
  reject: (entry: ContentEntry) => void
  forward: (entry: ContentEntry) => void
}
