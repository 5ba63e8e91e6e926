import type { TableColumn } from './types.ts'

/** Columns that say something on paper: nobody presses the buttons of a sheet. */
export const onPaper = <Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] =>
  columns.filter(({ key }) => key !== 'actions')
