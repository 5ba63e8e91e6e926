import { useState } from 'react'
import type { RowKey } from '../table/types.ts'

/** A chosen row, with its label for other pages of the list. */
export interface Picked<Key extends RowKey, Row> {
  key: Key
  label: string
  /** Absent when the row was chosen before and its page has not been loaded. */
  row?: Row
}

interface Options<Row, Key extends RowKey> {
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => Key
  rowLabel: (row: Row) => string
  start: readonly Picked<Key, Row>[]
  many: boolean
}

/** The chosen rows of a paged list across its pages, in the order of choosing. */
export function usePicked<Row, Key extends RowKey>({ rows = [], rowKey, rowLabel, start, many }: Options<Row, Key>) {
  const [picked, setPicked] = useState(start)
  const toPicked = (row: Row): Picked<Key, Row> => ({ key: rowKey(row), label: rowLabel(row), row })

  return {
    picked,
    keys: new Set<RowKey>(picked.map((each) => each.key)),
    only: toPicked,
    /** Applies the table's selection; chosen rows of other pages stay. */
    choose(keys: ReadonlySet<RowKey>): void {
      const stillPicked = picked.filter((each) => keys.has(each.key))
      const known = new Set<RowKey>(stillPicked.map((each) => each.key))
      const added = rows.map(toPicked).filter(({ key }) => keys.has(key) && !known.has(key))
      if (many) setPicked([...stillPicked, ...added])
      // With a single choice, ticking the whole page chooses nothing.
      else if (added.length <= 1) setPicked(added.length === 1 ? added : stillPicked)
    },
    drop: (key: Key): void => setPicked(picked.filter((each) => each.key !== key)),
    clear: (): void => setPicked([]),
  }
}
