import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  danger: {
    backgroundColor: tokens.colorPaletteRedBackground3,
    color: tokens.colorNeutralForegroundOnBrand,
    ':hover': { backgroundColor: tokens.colorPaletteRedForeground1, color: tokens.colorNeutralForegroundOnBrand },
    ':hover:active': {
      backgroundColor: tokens.colorPaletteRedForeground2,
      color: tokens.colorNeutralForegroundOnBrand,
    },
  },
})

/** Class name of a button for an action that can't be undone. */
export const useDangerStyle = (): string => useStyles().danger
