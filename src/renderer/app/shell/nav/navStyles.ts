import { makeStyles, tokens } from '@fluentui/react-components'

/** Base style of every button of the navigation. */
export const navButton = {
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  boxSizing: 'border-box',
  border: 'none',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  cursor: 'pointer',
  textAlign: 'start',
  borderRadius: tokens.borderRadiusMedium,
  ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
} as const

/**
 * Styles that the parts of the navigation share. Icons and chevrons fill a column of 20 px, with the texts beside it.
 */
export const useNavStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  row: {
    ...navButton,
    position: 'relative',
    minWidth: 0,
    gap: tokens.spacingHorizontalS,
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground2,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground1 },
  },
  heading: {
    ...navButton,
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    height: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    ':hover': { color: tokens.colorNeutralForeground1 },
  },
  icon: {
    display: 'flex',
    justifyContent: 'center',
    width: '20px',
    fontSize: '20px',
    lineHeight: 0,
    flexShrink: 0,
  },
  activeIcon: { color: tokens.colorBrandForeground1 },
  active: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      top: '8px',
      bottom: '8px',
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandBackground,
    },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1 },
  },
  text: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  end: { marginInlineStart: 'auto', flexShrink: 0 },
})
