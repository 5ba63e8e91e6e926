import { makeStyles } from '@fluentui/react-components'
import { PAPER } from '#renderer/ui/layout/paper.ts'
import { CONTENT_BASE, CONTENT_BLOCK } from '#shared/domain/contentLook.ts'
import { CONTENT_RULES } from './contentRules.ts'

/**
 * Styles of the edited text: like a plain page, without styles that the front page would lack. On white in the dark
 * theme too, because content has colours of its own.
 */
export const useContentStyles = makeStyles({
  text: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    position: 'relative',
    // Keeps content with positioned or overflowing elements inside the editor.
    contain: 'content',
    backgroundColor: PAPER.white,
    color: '#1f1f1f',
    colorScheme: 'light',
    '& .ProseMirror': {
      boxSizing: 'border-box',
      minHeight: '100%',
      padding: '16px 20px',
      outline: 'none',
      ...CONTENT_BASE,
      whiteSpace: 'break-spaces',
      fontVariantLigatures: 'none',
    },
    '& .ProseMirror > *': CONTENT_BLOCK,
    ...CONTENT_RULES,
    '& li > p[data-bare], & td > p[data-bare], & th > p[data-bare], & section > p[data-bare]': { margin: 0 },
    '& hr.ProseMirror-selectednode': { outline: '2px solid #0f6cbd' },
    '& a': { color: '#0b5cad', textDecorationLine: 'underline', cursor: 'text' },
    '& .tableWrapper': { overflowX: 'auto', marginTop: '0', marginBottom: '0.6em' },
    '& .tableWrapper > table': { marginBottom: '0' },
    // Shows the cells of tables that have no borders of their own.
    '& td, & th': { position: 'relative', minWidth: '40px' },
    '& td:not([style*="border"]), & th:not([style*="border"])': {
      outline: '1px dashed #d6d6d6',
      outlineOffset: '-1px',
    },
    '& .selectedCell::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundColor: 'rgba(15, 108, 189, 0.2)',
      pointerEvents: 'none',
    },
    '& .column-resize-handle': {
      position: 'absolute',
      top: 0,
      bottom: 0,
      right: '-2px',
      width: '4px',
      backgroundColor: '#0f6cbd',
      pointerEvents: 'none',
    },
    '& .resize-cursor': { cursor: 'col-resize' },
    '& .ProseMirror-gapcursor': { display: 'none', pointerEvents: 'none', position: 'absolute' },
    '& .ProseMirror-gapcursor::after': {
      content: '""',
      display: 'block',
      position: 'absolute',
      top: '-2px',
      width: '20px',
      borderTop: '1px solid #000',
    },
    '& .ProseMirror-focused .ProseMirror-gapcursor': { display: 'block' },
    '& .ProseMirror-hideselection *': { caretColor: 'transparent' },
    '& .marked-word': { textDecorationLine: 'underline', textDecorationStyle: 'wavy', textDecorationColor: '#c50f1f' },
    '& .note-mark': { backgroundColor: '#fff0b8', borderBottom: '2px solid #c19c00' },
    '& img.marked-word, & video.marked-word, & figure.marked-word': { outline: '2px solid #c50f1f' },
    '& .ProseMirror-search-match, & .ProseMirror-active-search-match': { backgroundColor: '#ffe08a' },
    '& .ProseMirror-active-search-match': { backgroundColor: '#ff9b3d', color: PAPER.black },
  },
  // At most 80 narrow letters or about 40 Chinese characters per line: longer lines are hard to read.
  full: { '& .ProseMirror': { maxWidth: 'calc(80ch + 40px)', marginInline: 'auto', paddingBlock: '24px' } },
  hidden: { display: 'none' },
})
