import type { CallContext } from '../http/context.ts'
import type { SheetColumns } from './columns.ts'
import { storeSheet, sheetAddress } from './sheetFiles.ts'
import { counted } from './progress.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'

export interface SheetExport<R> {
  /** Of the file, without its extension. */
  name: string
  columns: readonly WriteColumn<R>[]
  rows: AsyncIterable<R> | Iterable<R>
  /** How many rows there are; asked for when the caller watches the export. */
  total: () => Promise<number>
}

/** Writes the rows to a kept sheet and answers its address. Ends when the caller hangs up. */
export async function exportSheet<R>(
  ctx: CallContext,
  { name, columns, rows, total }: SheetExport<R>,
): Promise<string> {
  const ticket = await storeSheet(ctx, (file) => writeSheetFile(columns, counted(ctx, rows, total), file, ctx.signal))
  return sheetAddress(ctx, ticket, name)
}

/** The address of an empty sheet with the titles that an import wants. */
export const templateSheet = (ctx: CallContext, name: string, columns: SheetColumns): Promise<string> =>
  exportSheet(ctx, {
    name,
    columns: Object.values(columns).map(({ title, needed }) => ({
      title: needed ? `${title}*` : title,
      value: () => null,
    })),
    rows: [],
    total: async () => 0,
  })
