import type { Ref } from 'react'

/** The rich text editor as an input. */
export interface RichTextProps {
  /** Name for screen readers. */
  label: string
  /** HTML; '' for nothing. */
  value: string
  /** Called after a pause in typing, before the form is submitted, and when the field loses focus. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Read-only. */
  disabled?: boolean
  invalid?: boolean
  /** px; above maxHeight the editor has its own scroll bar. */
  minHeight?: number
  maxHeight?: number
  /** The site whose quota uploads count against; 0 for none. */
  siteId?: number
  /** Called with true while pictures are being uploaded: the form must not be saved yet. */
  onBusy?: (busy: boolean) => void
  handle?: Ref<{ focus(): void }>
}
