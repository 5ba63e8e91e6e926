import { makeStyles, tokens } from '@fluentui/react-components'

/** Height of every card, px. Equal heights give the position of each card without rendering it. */
export const CARD_HEIGHT = 212
/** Minimum width of a card, px. */
export const MIN_CARD_WIDTH = 184
/** Gap between and around cards, px. */
export const GAP = 12

/** Styles of the grid of cards. */
export const useGridStyles = makeStyles({
  all: { paddingInline: tokens.spacingHorizontalS },
  grid: {
    display: 'grid',
    gridAutoRows: `${CARD_HEIGHT}px`,
    gap: `${GAP}px`,
    padding: `0 ${GAP}px ${GAP}px`,
  },
  waiting: { height: `${CARD_HEIGHT}px` },
})
