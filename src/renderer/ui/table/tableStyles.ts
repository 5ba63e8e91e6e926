import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { usePinStyles } from './pinStyles.ts'
import type { TableColumn } from './types.ts'

/** px; ten rows and the parts around them fit a window of 800 px. */
export const ROW_HEIGHT = 40
export const HEAD_HEIGHT = 36

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
    zIndex: 2,
    height: `${HEAD_HEIGHT}px`,
    paddingInline: tokens.spacingHorizontalM,
    boxSizing: 'border-box',
    textAlign: 'start',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
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
  // Aligned with the checkbox of 全选.
  tick: { paddingInline: '10px' },
  skeleton: { width: '70%' },
  spacer: { padding: 0, border: 'none' },
})

/** Class names of a row and its cells, computed once per table: per row that would cost more than the row itself. */
export interface DataClasses {
  row: string
  selected: string
  check: string
  /** Classes without pinned columns (`plain`), and with them: scrolled cells (`passing`) and pinned ones (`start`, `end`). */
  cells: Record<'plain' | 'passing' | 'start' | 'end', Record<NonNullable<TableColumn<never>['align']>, string>>
  /** The cell of a pinned tick. */
  pinnedCheck: string
}

/** The class names; the same object for the lifetime of a table. */
export function useDataClasses(): DataClasses {
  const styles = useTableStyles()
  const pins = usePinStyles()
  const [look] = useState<DataClasses>(() => {
    const row = mergeClasses(styles.row, pins.row)
    const check = mergeClasses(styles.cell, styles.tick)
    const cells = (more?: string) => ({
      start: mergeClasses(styles.cell, more),
      center: mergeClasses(styles.cell, styles.center, more),
      end: mergeClasses(styles.cell, styles.end, more),
    })
    return {
      row,
      selected: mergeClasses(row, styles.selected),
      check,
      cells: { plain: cells(), passing: cells(pins.passing), start: cells(pins.start), end: cells(pins.end) },
      pinnedCheck: mergeClasses(check, pins.ticks),
    }
  })
  return look
}
