import { perServer } from '../hints.ts'
import type { CallContext } from '../http/context.ts'
import { budgetKey, FairBudget } from '../http/workBudget.ts'
import { Reply } from '../http/routes.ts'
import type { SheetColumns } from './columns.ts'
import { storeSheet, sheetAddress } from './sheetFiles.ts'
import { countRows } from './progress.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'

/** Budget of concurrent exports. */
const exportBudget = perServer(() => new FairBudget({ total: 3, perKey: 1, waiting: 40, waitingPerKey: 10 }))

interface SheetExport<R> {
  /** Name of the file, without extension. */
  name: string
  columns: readonly WriteColumn<R>[]
  rows: AsyncIterable<R> | Iterable<R>
  /** Counts the rows; called when the caller polls the progress. */
  total: () => Promise<number>
}

/**
 * Writes the rows to a temporary sheet and returns its address, with a message that names truncated cells. Aborts when
 * the caller disconnects. @throws AppError `too-many` when too many exports wait
 */
export async function exportSheet<R>(
  ctx: CallContext,
  { name, columns, rows, total }: SheetExport<R>,
): Promise<string | Reply<string>> {
  let cut: string | null = null
  const write = () =>
    storeSheet(ctx, async (file) => {
      cut = (await writeSheetFile(columns, countRows(ctx, rows, total), file, ctx.signal)).message()
    })
  const ticket = await exportBudget(ctx.deps).run(budgetKey(ctx), write, ctx.signal)
  const address = sheetAddress(ctx, ticket, name)
  return cut === null ? address : new Reply(address, cut)
}

/** Creates an empty sheet with the titles of an import; returns its address. */
export const exportTemplateSheet = (
  ctx: CallContext,
  name: string,
  columns: SheetColumns,
): Promise<string | Reply<string>> =>
  exportSheet(ctx, {
    name,
    columns: Object.values(columns).map(({ title, isRequired }) => ({
      title: isRequired ? `${title}*` : title,
      value: () => null,
    })),
    rows: [],
    total: async () => 0,
  })
