import type { GriffelStyle } from '@fluentui/react-components'
import { CONTENT_CODE_FONT, CONTENT_FONT } from '#shared/domain/contentLook.ts'

/** The base of rich text where it is edited and read, on white: like a plain page, as previews show it (previewStyle). */
export const CONTENT_BASE = {
  fontFamily: CONTENT_FONT,
  fontSize: '16px',
  lineHeight: 1.75,
  textAlign: 'start',
  whiteSpace: 'break-spaces',
  overflowWrap: 'break-word',
} satisfies GriffelStyle

/** The elements of rich text that say no look of their own. */
export const CONTENT_RULES = {
  '& h1': { fontSize: '2em', lineHeight: 1.35 },
  '& h2': { fontSize: '1.5em', lineHeight: 1.4 },
  '& h3': { fontSize: '1.25em', lineHeight: 1.5 },
  '& h4, & h5, & h6': { fontSize: '1em' },
  '& ul, & ol': { paddingLeft: '2em' },
  '& blockquote': { margin: '0 0 0.6em', padding: '4px 16px', borderLeft: '4px solid #c8c8c8', color: '#555' },
  '& pre': {
    padding: '12px 16px',
    borderRadius: '4px',
    backgroundColor: '#f3f3f3',
    fontSize: '14px',
    whiteSpace: 'pre-wrap',
  },
  '& pre, & code': { fontFamily: CONTENT_CODE_FONT },
  '& hr': { border: 'none', borderTop: '1px solid #c8c8c8', margin: '12px 0' },
} satisfies GriffelStyle
