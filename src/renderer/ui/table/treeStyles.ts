import { makeStyles, tokens } from '@fluentui/react-components'
import { HEAD_HEIGHT, ROW_HEIGHT } from './tableStyles.ts'

/** Indent of each level, px (A·§9). */
export const INDENT = 24

/**
 * Additional styles of the tree table: rows are positioned absolutely, so that rendering some never moves the others.
 */
export const useTreeStyles = makeStyles({
  grid: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  headRow: {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    display: 'grid',
    gridTemplateColumns: 'var(--tree-columns)',
    height: `${HEAD_HEIGHT}px`,
  },
  headCell: { display: 'flex', alignItems: 'center', overflow: 'hidden', position: 'static' },
  body: { position: 'relative' },
  row: {
    position: 'absolute',
    insetInline: 0,
    height: `${ROW_HEIGHT}px`,
    display: 'grid',
    gridTemplateColumns: 'var(--tree-columns)',
    contain: 'strict',
    backgroundColor: tokens.colorNeutralBackground1,
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  marked: {
    backgroundColor: tokens.colorBrandBackground2,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
    ':hover': { backgroundColor: tokens.colorBrandBackground2Hover },
  },
  cell: {
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalM,
  },
  tree: { gap: tokens.spacingHorizontalXS },
  // Stays in view while the table scrolls sideways; opaque, because other cells pass below it.
  pinned: {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    backgroundColor: 'inherit',
    boxShadow: `1px 0 ${tokens.colorNeutralStroke2}`,
  },
  pinnedHead: { position: 'sticky', insetInlineStart: 0, zIndex: 3, boxShadow: `1px 0 ${tokens.colorNeutralStroke2}` },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
  start: { justifyContent: 'start' },
  center: { justifyContent: 'center' },
  end: { justifyContent: 'end' },
  check: { paddingInline: tokens.spacingHorizontalM },
  expander: {
    flex: 'none',
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
    '::before': {
      content: '""',
      display: 'block',
      width: '6px',
      height: '6px',
      marginInline: 'auto',
      borderRight: '1.5px solid currentColor',
      borderBottom: '1.5px solid currentColor',
      transform: 'translateX(-1px) rotate(-45deg)',
    },
  },
  open: { '::before': { transform: 'translateY(-1px) rotate(45deg)' } },
  leaf: { flex: 'none', width: '24px' },
  note: { gap: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3, gridColumn: '1 / -1' },
  skeleton: { width: '100%', tableLayout: 'fixed', borderSpacing: 0 },
})
