import { makeStyles, tokens } from '@fluentui/react-components'

/** Of a card, px; all are alike, so that a page of a thousand knows where each one stands without drawing it. */
export const CARD_HEIGHT = 212
/** A card gets no narrower, px. */
export const LEAST_WIDTH = 184
/** Between cards and around them, px. */
export const GAP = 12

/** Where cards stand. */
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
