import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  SHEET_EXTENSIONS,
  MAX_LISTED_ROWS,
  type SheetImportResult,
  sheetLimitMb,
  sheetTooLargeMessage,
} from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import type { CallContext } from '../http/context.ts'
import { BATCH_ROWS } from './batches.ts'
import type { RawRow } from './cells.ts'
import type { SheetColumns } from './columns.ts'
import { findUnknownTitles } from './header.ts'
import { type GoodRow, isRefused, readSheet, type RefusedRow } from './readSheet.ts'
import { storeSheet } from './sheetFiles.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'
import { requireOwnUpload } from '../areas/upload/index.ts'
import { storesOf } from '../storage/stores.ts'
import { discardTemp } from '#server/storage/leftovers.ts'

/** Why a row is refused although its cells are valid (for example a duplicate name). */
export interface Refusal {
  row: number
  reason: string
}

export interface SheetImport<C extends SheetColumns> {
  /** Access path of the caller's own upload (target `call`). */
  xlsxPath: string
  columns: C
  /** The documents' size limit of the file, MB. */
  limitMb: number
  /** all: one bad row prevents the import. good: the other rows are imported. */
  mode: 'all' | 'good'
  /** How unknown columns are handled; see the contract. */
  unknownColumns: 'ask' | 'ignore'
  /** Titles that an export writes and an import may ignore without loss. */
  ignoredTitles?: readonly string[]
  /**
   * Dry run: the transaction is rolled back and the upload stays; `imported` is the number of rows that would be
   * imported.
   */
  checkOnly?: boolean
  /** Slow work on the valid rows (hashing), before the transaction; not in a dry run. */
  prepare?(rows: readonly GoodRow<C>[]): Promise<void>
  /** Imports rows in the transaction, in the order of the sheet, and returns the refused ones. */
  importRows(db: CallContext['db'], rows: readonly GoodRow<C>[]): Promise<readonly Refusal[]>
}

/** Rolls the transaction back without being a failure. */
class NothingImported extends Error {
  readonly counted: number
  /** @param counted number of rows that a dry run would have imported */
  constructor(counted = 0) {
    super('nothing is imported')
    this.counted = counted
  }
}

/**
 * Reads an uploaded sheet and imports its rows in one transaction; for an operation with OwnTransactions. Refused rows
 * are returned in a report. The whole file is read before the first row is imported.
 * @throws AppErrors of openUploadedSheet and readSheet; `invalid` for a sheet without rows; errors of `take`
 */
export async function importSheet<C extends SheetColumns>(
  ctx: CallContext,
  {
    xlsxPath,
    columns,
    limitMb,
    mode,
    unknownColumns,
    ignoredTitles,
    checkOnly = false,
    prepare,
    importRows,
  }: SheetImport<C>,
): Promise<SheetImportResult> {
  const upload = await openUploadedSheet(ctx, xlsxPath, limitMb)
  try {
    const { titles, rows } = await readSheet(upload.file, columns, { signal: ctx.signal })
    const unknown = findUnknownTitles(titles, columns, ignoredTitles)
    if (unknown.length > 0 && unknownColumns === 'ask') {
      await rows.return()
      return { imported: 0, refused: 0, first: [], report: '', unknown, asks: true }
    }
    const refused: RefusedRow[] = []
    const good: GoodRow<C>[] = []
    for await (const row of rows) {
      if (isRefused(row)) refused.push(row)
      else good.push(row)
    }
    if (refused.length + good.length === 0) throw new AppError('invalid', '表格只有标题，没有数据，请填写后重新上传')
    const wholeOnly = mode === 'all'
    const imported = await countImported(async () => {
      if (wholeOnly && refused.length > 0) throw new NothingImported()
      if (!checkOnly) await prepare?.(good)
      return ctx.db.transaction().execute(async (db) => {
        const left: RefusedRow[] = []
        for (const batch of batchesOf(good)) left.push(...withCells(batch, await importRows(db, batch)))
        refused.push(...left)
        if (wholeOnly && left.length > 0) throw new NothingImported()
        if (checkOnly) throw new NothingImported(good.length - left.length)
        await upload.deleteUpload(db)
        return good.length - left.length
      })
    })
    refused.sort((a, b) => a.row - b.row)
    const report = refused.length > 0 ? await storeReport(ctx, titles, refused, imported) : ''
    const first = refused.slice(0, MAX_LISTED_ROWS).map(({ row, reason }) => ({ row, reason }))
    return { imported, refused: refused.length, first, report, unknown, asks: false }
  } finally {
    await upload.close()
  }
}

/** A failed report does not fail an import that has imported rows. */
async function storeReport(ctx: CallContext, titles: RawRow, refused: readonly RefusedRow[], imported: number) {
  try {
    return await storeRefusedRows(ctx, titles, refused)
  } catch (error) {
    if (imported === 0) throw error
    ctx.deps.log.error({ err: error }, 'the report of an import could not be stored')
    return ''
  }
}

/** The number of imported rows; 0 or the count of a dry run after a rollback. */
async function countImported(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NothingImported) return error.counted
    throw error
  }
}

function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS)
}

/** The rows that `take` refused, with their cells. */
function withCells<C extends SheetColumns>(batch: readonly GoodRow<C>[], left: readonly Refusal[]): RefusedRow[] {
  const reasons = new Map(left.map(({ row, reason }) => [row, reason]))
  return batch.flatMap(({ row, cells }) => {
    const reason = reasons.get(row)
    return reason === undefined ? [] : [{ row, cells, reason }]
  })
}

const REASON = '原因'
const ROW = '行号'

/**
 * Stores a sheet of the refused rows with their original cells, row numbers and reasons. After corrections the sheet
 * can be imported.
 * @returns the ticket of the sheet
 */
function storeRefusedRows(ctx: CallContext, titles: RawRow, refused: readonly RefusedRow[]): Promise<string> {
  // An imported report already has these two columns.
  const cells = titles.cells.flatMap((cell, index) =>
    cell === REASON || cell === ROW ? [] : [{ title: String(cell ?? ''), index }],
  )
  const columns: WriteColumn<RefusedRow>[] = [
    ...cells.map(({ title, index }) => ({ title, value: (row: RefusedRow) => row.cells[index] ?? null })),
    { title: ROW, width: 8, kind: 'number', value: ({ row }) => row },
    { title: REASON, width: 60, value: ({ reason }) => reason },
  ]
  return storeSheet(ctx, async (file) => void (await writeSheetFile(columns, refused, file, ctx.signal)))
}

const MB = 1024 * 1024
const EXTENSIONS: readonly string[] = SHEET_EXTENSIONS

/** An upload of the caller, copied to a temporary file. */
interface UploadedSheet {
  file: string
  /**
   * Deletes an upload that is in no library; maintenance deletes its bytes. Call it in the transaction of the import.
   */
  deleteUpload(db: CallContext['db']): Promise<void>
  /** Removes the file. */
  close(): Promise<void>
}

/**
 * Opens an uploaded sheet.
 * @throws AppError `not-found` for uploads of others, `unsupported` and `too-large` with the messages of B·§5
 */
export async function openUploadedSheet(ctx: CallContext, accessPath: string, limitMb: number): Promise<UploadedSheet> {
  const row = await requireOwnUpload(ctx, accessPath)
  if (!EXTENSIONS.includes(extensionOf(row.oldName))) {
    throw new AppError('unsupported', `请上传 ${EXTENSIONS.join(',')} 的格式!`)
  }
  // The reader also checks the size, but only after the copy below.
  if (row.size > sheetLimitMb(limitMb) * MB) throw new AppError('too-large', sheetTooLargeMessage(limitMb))
  const { blobs } = await storesOf(ctx.deps)
  const file = await blobs.tempFile()
  const close = (): Promise<void> => discardTemp(file)
  try {
    await pipeline(await blobs.stream(row.blobKey), createWriteStream(file, { flags: 'wx' }), { signal: ctx.signal })
  } catch (error) {
    await close()
    throw ctx.signal.aborted ? new AppError('cancelled', '已取消') : error
  }
  return {
    file,
    close,
    deleteUpload: async (db) => {
      await db.deleteFrom('attachment').where('id', '=', row.id).where('isRegistered', '=', 0).execute()
    },
  }
}
