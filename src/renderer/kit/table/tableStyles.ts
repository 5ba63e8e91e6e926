import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { useState } from 'react'

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
  // Below the box of 全选.
  tick: { paddingInline: '10px' },
  skeleton: { width: '70%' },
  spacer: { padding: 0, border: 'none' },
})

/** Class names of a row and its cells, computed once for the table: per row they would cost more than the row itself. */
export interface DataLook {
  row: string
  selected: string
  check: string
  start: string
  center: string
  end: string
}

/** The same object for the whole life of a table. */
export function useDataLook(): DataLook {
  const styles = useTableStyles()
  const [look] = useState<DataLook>(() => ({
    row: styles.row,
    selected: mergeClasses(styles.row, styles.selected),
    check: mergeClasses(styles.cell, styles.tick),
    start: styles.cell,
    center: mergeClasses(styles.cell, styles.center),
    end: mergeClasses(styles.cell, styles.end),
  }))
  return look
}
