import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  action: {
    display: 'inline-grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    padding: 0,
    boxSizing: 'border-box',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground2,
    fontSize: '20px',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover, color: tokens.colorNeutralForeground2BrandHover },
    ':hover:active': { backgroundColor: tokens.colorSubtleBackgroundPressed },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
})

/** Class name of an icon button in a row; a plain element, because long trees render many. */
export const useActionStyle = (): string => useStyles().action
