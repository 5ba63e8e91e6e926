import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  SHEET_EXTENSIONS,
  SHEET_LISTED,
  type SheetImported,
  sheetLimitMb,
  sheetTooLarge,
} from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import type { CallContext } from '../http/context.ts'
import { BATCH_ROWS } from './batches.ts'
import type { RawRow } from './cells.ts'
import type { SheetColumns } from './columns.ts'
import { unknownTitles } from './header.ts'
import { type GoodRow, isRefused, readSheet, type RefusedRow } from './readSheet.ts'
import { storeSheet } from './sheetFiles.ts'
import type { WriteColumn } from './writeSheet.ts'
import { writeSheetFile } from './writeSheetFile.ts'
import { ownUpload } from '../areas/upload/index.ts'
import { storesOf } from '../storage/stores.ts'
import { discardTemp } from '#server/storage/leftovers.ts'

/** Why a row can't be taken, beyond what its cells say (a name that is there already). */
export interface Refusal {
  row: number
  reason: string
}

export interface SheetImport<C extends SheetColumns> {
  /** Of the upload of one's own (target `call`). */
  xlsxPath: string
  columns: C
  /** The documents' limit of the file. */
  limitMb: number
  /** all: one bad row, and none is taken. good: the others are taken. */
  mode: 'all' | 'good'
  /** What happens to columns that are not among `columns`: see the contract. */
  unknownColumns: 'ask' | 'ignore'
  /** Titles that an export writes and an import does without: nothing is lost with them. */
  known?: readonly string[]
  /** Everything is done as ever, but in the end nothing is kept, nor is the upload spent: `imported` says what would be. */
  checkOnly?: boolean
  /** Slow work on the good rows (hashing), before the transaction begins; not for a check. */
  prepare?(rows: readonly GoodRow<C>[]): Promise<void>
  /** Takes rows in the import's transaction, in the order of the sheet, and answers those that it did not take. */
  take(db: CallContext['db'], rows: readonly GoodRow<C>[]): Promise<readonly Refusal[]>
}

/** Takes back what a transaction did, without being a failure. */
class NothingTaken extends Error {
  readonly counted: number
  /** @param counted how many rows a check would have taken */
  constructor(counted = 0) {
    super('nothing is taken')
    this.counted = counted
  }
}

/**
 * Reads an uploaded sheet and takes its rows in one transaction; for an operation with OwnTransactions. Rows that were
 * refused come back as a report. The file is read whole before the first row is taken.
 * @throws AppError as openUploadedSheet and readSheet; `invalid` for a sheet without rows; what `take` throws.
 */
export async function importSheet<C extends SheetColumns>(
  ctx: CallContext,
  { xlsxPath, columns, limitMb, mode, unknownColumns, known, checkOnly = false, prepare, take }: SheetImport<C>,
): Promise<SheetImported> {
  const upload = await openUploadedSheet(ctx, xlsxPath, limitMb)
  try {
    const { titles, rows } = await readSheet(upload.file, columns, { signal: ctx.signal })
    const unknown = unknownTitles(titles, columns, known)
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
    if (refused.length + good.length === 0) throw new AppError('invalid', '表格里只有标题，没有数据，请填写后重新上传')
    const wholeOnly = mode === 'all'
    const imported = await takenOf(async () => {
      if (wholeOnly && refused.length > 0) throw new NothingTaken()
      if (!checkOnly) await prepare?.(good)
      return ctx.db.transaction().execute(async (db) => {
        const left: RefusedRow[] = []
        for (const batch of batchesOf(good)) left.push(...namedIn(batch, await take(db, batch)))
        refused.push(...left)
        if (wholeOnly && left.length > 0) throw new NothingTaken()
        if (checkOnly) throw new NothingTaken(good.length - left.length)
        await upload.forget(db)
        return good.length - left.length
      })
    })
    refused.sort((a, b) => a.row - b.row)
    const report = refused.length > 0 ? await reportOf(ctx, titles, refused, imported) : ''
    const first = refused.slice(0, SHEET_LISTED).map(({ row, reason }) => ({ row, reason }))
    return { imported, refused: refused.length, first, report, unknown, asks: false }
  } finally {
    await upload.close()
  }
}

/** What was taken stays taken: without its report an import has still succeeded. */
async function reportOf(ctx: CallContext, titles: RawRow, refused: readonly RefusedRow[], imported: number) {
  try {
    return await keepRefused(ctx, titles, refused)
  } catch (error) {
    if (imported === 0) throw error
    ctx.deps.log.error({ err: error }, 'the report of an import could not be kept')
    return ''
  }
}

/** 0 when nothing was to be taken. */
async function takenOf(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NothingTaken) return error.counted
    throw error
  }
}

function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS)
}

/** The rows that `take` left, with their cells. */
function namedIn<C extends SheetColumns>(batch: readonly GoodRow<C>[], left: readonly Refusal[]): RefusedRow[] {
  const reasons = new Map(left.map(({ row, reason }) => [row, reason]))
  return batch.flatMap(({ row, cells }) => {
    const reason = reasons.get(row)
    return reason === undefined ? [] : [{ row, cells, reason }]
  })
}

const REASON = '原因'
const ROW = '行号'

/**
 * Keeps a sheet of the rows that were not taken: their cells as they were, their row numbers, and why. Corrected, it
 * can be imported as it is.
 * @returns its ticket
 */
function keepRefused(ctx: CallContext, titles: RawRow, refused: readonly RefusedRow[]): Promise<string> {
  // A report that is imported again already has these two columns.
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

/** An upload of the caller's as a file of its own. */
interface UploadedSheet {
  file: string
  /** Forgets an upload that stands in no library; its bytes follow. Call it on the transaction that takes the rows. */
  forget(db: CallContext['db']): Promise<void>
  /** Removes the file. */
  close(): Promise<void>
}

/**
 * Opens an uploaded sheet.
 * @throws AppError `not-found` for others' uploads, `unsupported` and `too-large` in the words of B·§5.
 */
export async function openUploadedSheet(ctx: CallContext, accessPath: string, limitMb: number): Promise<UploadedSheet> {
  const row = await ownUpload(ctx, accessPath)
  if (!EXTENSIONS.includes(extensionOf(row.oldName))) {
    throw new AppError('unsupported', `请上传 ${EXTENSIONS.join(',')} 的格式!`)
  }
  // The reader would refuse it too, but only after it has been copied below.
  if (row.size > sheetLimitMb(limitMb) * MB) throw new AppError('too-large', sheetTooLarge(limitMb))
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
    forget: async (db) => {
      await db.deleteFrom('attachment').where('id', '=', row.id).where('isRegistered', '=', 0).execute()
    },
  }
}
