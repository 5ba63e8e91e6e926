import { makeStyles } from '@fluentui/react-components'
import { PAPER } from '#renderer/ui/layout/paper.ts'

/** Styles of pictures and videos in the text, on white like the text around them. */
export const useViewStyles = makeStyles({
  root: { position: 'relative', display: 'inline-block', maxWidth: '100%', verticalAlign: 'bottom', lineHeight: 0 },
  chosen: { outline: '2px solid #0f6cbd', outlineOffset: '1px' },
  image: { maxWidth: '100%' },
  frame: {
    display: 'inline-flex',
    boxSizing: 'border-box',
    alignItems: 'center',
    gap: '8px',
    maxWidth: '100%',
    minHeight: '44px',
    padding: '6px 12px',
    border: '1px dashed #b3b3b3',
    borderRadius: '4px',
    backgroundColor: PAPER.shade,
    color: '#424242',
    fontSize: '14px',
    lineHeight: '20px',
    userSelect: 'none',
  },
  // The name below a playing medium, by which it is dragged.
  caption: {
    display: 'flex',
    minHeight: '28px',
    padding: '2px 8px',
    border: 'none',
    borderRadius: '0 0 4px 4px',
    fontSize: '12px',
    lineHeight: '16px',
    cursor: 'grab',
  },
  film: { minWidth: '240px', minHeight: '96px' },
  icon: { fontSize: '24px', flexShrink: 0 },
  button: { flexShrink: 0 },
  name: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 },
  handle: {
    position: 'absolute',
    right: '-5px',
    bottom: '-5px',
    width: '12px',
    height: '12px',
    border: `2px solid ${PAPER.white}`,
    borderRadius: '50%',
    backgroundColor: '#0f6cbd',
    cursor: 'nwse-resize',
    touchAction: 'none',
  },
})
