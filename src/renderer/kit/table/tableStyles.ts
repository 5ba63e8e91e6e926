import { makeStyles, tokens } from '@fluentui/react-components'

export const ROW_HEIGHT = 44
export const HEAD_HEIGHT = 40

/** The look of every table. */
export const useTableStyles = makeStyles({
  scroller: {
    flex: '1 1 auto',
    minHeight: '160px',
    overflow: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  table: {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: tokens.fontSizeBase300,
  },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: `${HEAD_HEIGHT}px`,
    paddingInline: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'nowrap',
  },
  row: {
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  selected: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundSelected },
  },
  cell: {
    height: `${ROW_HEIGHT}px`,
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalM,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  center: { textAlign: 'center' },
  end: { textAlign: 'end' },
  check: { width: '44px', paddingInline: tokens.spacingHorizontalXXS },
  skeleton: { width: '70%' },
  spacer: { padding: 0, border: 'none' },
})
