import type { Ref } from 'react'

/** The rich text editor as an input. */
export interface RichTextProps {
  /** Name for screen readers. */
  label: string
  /** HTML; '' for nothing. */
  value: string
  /** After a pause in typing, and before the form is sent or the field is left. */
  onChange: (html: string) => void
  onBlur?: () => void
  /** Can be read, not changed. */
  disabled?: boolean
  invalid?: boolean
  /** px; its own scroll bar above the highest. */
  minHeight?: number
  maxHeight?: number
  /** Whose quota uploads count against; 0: none's. */
  siteId?: number
  /** Pictures of it are on their way: the form must not be saved yet. */
  onBusy?: (busy: boolean) => void
  handle?: Ref<{ focus(): void }>
}
