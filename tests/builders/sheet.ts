import { type CellValue, streamXlsxRows, writeXlsx } from 'hucre'
import type { SheetCell } from '#server/sheets/cells.ts'

/** An xlsx with these rows in its first sheet. */
export const sheetOf = async (rows: CellValue[][]): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '数据', rows }] }))

/** The rows of an xlsx, as another program would read them. */
export async function rowsIn(bytes: Uint8Array): Promise<SheetCell[][]> {
  const rows: SheetCell[][] = []
  for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
  return rows
}
