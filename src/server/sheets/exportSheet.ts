import { perServer } from '../hints.ts'
import type { CallContext } from '../http/context.ts'
import { budgetKey, FairBudget } from '../http/workBudget.ts'
import { Reply } from '../http/routes.ts'
import type { SheetColumns } from './columns.ts'
import { storeSheet, sheetAddress } from './sheetFiles.ts'
import { counted } from './progress.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'

/** Sheets that are being written. */
const exportBudget = perServer(() => new FairBudget({ total: 3, perKey: 1, waiting: 40, waitingPerKey: 10 }))

interface SheetExport<R> {
  /** Of the file, without its extension. */
  name: string
  columns: readonly WriteColumn<R>[]
  rows: AsyncIterable<R> | Iterable<R>
  /** How many rows there are; asked for when the caller watches the export. */
  total: () => Promise<number>
}

/**
 * Writes the rows to a kept sheet and answers its address, with a message that names the rows whose texts were not written
 * whole. Ends when the caller hangs up. AppError `too-many` when too many are asked for at once.
 */
export async function exportSheet<R>(
  ctx: CallContext,
  { name, columns, rows, total }: SheetExport<R>,
): Promise<string | Reply<string>> {
  let cut: string | null = null
  const write = () =>
    storeSheet(ctx, async (file) => {
      cut = (await writeSheetFile(columns, counted(ctx, rows, total), file, ctx.signal)).message()
    })
  const ticket = await exportBudget(ctx.deps).run(budgetKey(ctx), write, ctx.signal)
  const address = sheetAddress(ctx, ticket, name)
  return cut === null ? address : new Reply(address, cut)
}

/** The address of an empty sheet with the titles that an import wants. */
export const templateSheet = (ctx: CallContext, name: string, columns: SheetColumns): Promise<string | Reply<string>> =>
  exportSheet(ctx, {
    name,
    columns: Object.values(columns).map(({ title, needed }) => ({
      title: needed ? `${title}*` : title,
      value: () => null,
    })),
    rows: [],
    total: async () => 0,
  })
