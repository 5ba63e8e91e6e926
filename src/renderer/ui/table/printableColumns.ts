import type { TableColumn } from './types.ts'

/** The columns for print, without the column of buttons. */
export const printableColumns = <Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] =>
  columns.filter(({ key }) => key !== 'actions')
