import { makeStyles, tokens } from '@fluentui/react-components'

/** What every button of the navigation has. */
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

/** What the parts of the navigation share. */
export const useNavLook = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '2px' },
  active: {
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    '::before': {
      content: '""',
      position: 'absolute',
      insetInlineStart: 0,
      top: '10px',
      bottom: '10px',
      width: '3px',
      borderRadius: tokens.borderRadiusCircular,
      backgroundColor: tokens.colorCompoundBrandBackground,
    },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1 },
  },
  text: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  end: { marginInlineStart: 'auto', flexShrink: 0 },
})
