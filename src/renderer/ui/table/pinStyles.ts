import { makeStyles, tokens } from '@fluentui/react-components'
import type { CSSProperties } from 'react'
import { CHECK_WIDTH, columnWidth } from './columnWidths.ts'
import type { TableColumn } from './types.ts'

const FOCUS = tokens.colorStrokeFocus2
const ROW_FOCUS = ':global(tr:focus-visible)'
/** The pinned cells cover the row's own outline, so each draws its part; half of the lower line is at their border. */
const outline = (side: string) => ({
  boxShadow: `inset 0 2px ${FOCUS}, inset 0 -1px ${FOCUS}${side}`,
  borderBottomColor: FOCUS,
})
/** The line between pinned and scrolled cells while there is more to scroll to. */
const edge = (side: 'before' | 'after', at: string) => ({
  [`:global([data-${side}])`]: { boxShadow: `${at} 0 ${tokens.colorNeutralStroke2}` },
})
/** Narrower windows would have no space beside a pinned title. */
const WIDE = '@media (min-width: 900px)'

const cell = (at: { insetInlineStart: string } | { insetInlineEnd: string }) => ({
  position: 'sticky' as const,
  zIndex: 1,
  ...at,
})
const TICKS = { insetInlineStart: '0px' }
const START = { insetInlineStart: 'var(--pin-ticks)' }
const END = { insetInlineEnd: '0px' }

/** Styles of cells that are pinned while a wide table scrolls sideways, and of those that pass below them. */
export const usePinStyles = makeStyles({
  // Pinned cells need an opaque background; they inherit the row's colour.
  row: { backgroundColor: tokens.colorNeutralBackground1 },
  ticks: {
    backgroundColor: 'inherit',
    [ROW_FOCUS]: outline(`, inset 2px 0 ${FOCUS}`),
    [WIDE]: cell(TICKS),
  },
  start: {
    backgroundColor: 'inherit',
    ...edge('before', '1px'),
    [ROW_FOCUS]: outline(''),
    [WIDE]: cell(START),
  },
  end: {
    backgroundColor: 'inherit',
    ...edge('after', '-1px'),
    [ROW_FOCUS]: outline(`, inset -2px 0 ${FOCUS}`),
    ...cell(END),
  },
  // A focused control scrolls into view beside the pinned cells, not below them.
  passing: {
    '& :is(a, button, input)': {
      scrollMarginInlineStart: 'var(--pin-start)',
      scrollMarginInlineEnd: 'var(--pin-end)',
    },
  },
})

/** The same for header cells, which are above the rows; pinned ones above the others. */
export const usePinHeadStyles = makeStyles({
  ticks: { [WIDE]: { zIndex: 3, ...TICKS } },
  start: { ...edge('before', '1px'), [WIDE]: { zIndex: 3, ...START } },
  end: { ...edge('after', '-1px'), zIndex: 3, ...END },
})

/**
 * CSS variables with the width of the pinned cells; null when none is pinned.
 * @param selectable rows have a tick column
 */
export function pinVars(
  columns: readonly Pick<TableColumn<never>, 'pin' | 'width'>[],
  selectable: boolean,
): CSSProperties | null {
  if (!columns.some(({ pin }) => pin)) return null
  const ticks = selectable ? CHECK_WIDTH : 0
  const of = (side: 'start' | 'end'): number =>
    columns.reduce((sum, column) => sum + (column.pin === side ? columnWidth(column) : 0), 0)
  const vars = { '--pin-ticks': `${ticks}px`, '--pin-start': `${ticks + of('start')}px`, '--pin-end': `${of('end')}px` }
  return vars as CSSProperties
}
