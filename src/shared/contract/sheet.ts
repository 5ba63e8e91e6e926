import { z } from 'zod'
import type { Access, IdPaths } from './access.ts'
import { type ApiOperation, hostMutation, query, session } from './define.ts'
import { nothing, required, undocumentedOutput } from './fields.ts'
import { EXPORT_ID_PATTERN } from './headers.ts'

/** B·§5: extensions that an import accepts. */
export const SHEET_EXTENSIONS = ['xls', 'xlsx'] as const
/** Limits of reading one sheet: MB, and rows below the titles. The documents allow larger uploads for some imports. */
export const MAX_SHEET_MB = 100
export const MAX_SHEET_ROWS = 100_000
/** The size limit shown to users, in MB, for an import with this upload limit. */
export const sheetLimitMb = (uploadMb: number): number => Math.min(uploadMb, MAX_SHEET_MB)
/** The message for a sheet that is too large: B·§5's words, with a remedy if the reading limit is the smaller one. */
export const sheetTooLargeMessage = (uploadMb: number): string =>
  `文件大小不能大于${sheetLimitMb(uploadMb)}M!${uploadMb > MAX_SHEET_MB ? '请把表格分成几个文件分别导入' : ''}`
/** Maximum number of refused rows in the response; the report has all of them. */
export const MAX_LISTED_ROWS = 100
/** Path prefix for the download of generated sheets. */
export const SHEET_PATH = 'api/sitecraft/sheet'

/** Prefix of an export's message if texts were truncated to Excel's cell limit. */
export const SHEET_TRUNCATED_PREFIX = '没有写完整：'

/** The result of an import. */
export const sheetImportResult = z.object({
  imported: z.number(),
  refused: z.number(),
  /** The first refused rows, with Excel's row numbers. */
  first: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** Ticket of the sheet with all refused rows (sheets.report); empty for none. */
  report: z.string(),
  /** Titles in the sheet that match no column; their cells are not imported. */
  unknown: z.array(z.string()).default([]),
  /** Nothing was imported, because of `unknown` (unknownColumns: 'ask'). */
  asks: z.boolean().default(false),
})
export type SheetImportResult = z.output<typeof sheetImportResult>

/**
 * Ours: how an import treats unknown columns. ask: imports nothing and lists them (`asks`); ignore: imports the other
 * columns, as the documents do.
 */
export const unknownColumns = z.enum(['ask', 'ignore']).default('ignore')

/** Feature of a server that reports the progress of exports (system.capabilities). */
export const EXPORT_PROGRESS_FEATURE = 'export-progress-1'

/** Progress of a sheet that is being written, in rows. */
export const sheetProgress = z.object({ written: z.number(), total: z.number() })
export type SheetProgress = z.output<typeof sheetProgress>

export const sheetOperations = {
  /** Progress of the caller's running export; null if no export has this id. */
  'sheet.progress': query({
    method: 'GET',
    path: `${SHEET_PATH}-progress/{watch}`,
    title: '导出进度',
    access: session,
    background: true,
    input: z.object({ watch: z.string('请提供导出的编号').regex(EXPORT_ID_PATTERN, '导出的编号不正确') }),
    output: sheetProgress.nullable(),
  }),
}

type Fixed = 'kind' | 'effect' | 'input' | 'output' | 'method' | 'access'
/** `access` may only name fields of the sheet's own input. */
type Declared<P extends string> = Omit<ApiOperation, Fixed> & { access: Access<P> }

/**
 * Declares an operation that imports an uploaded sheet. `xlsxPath` is the accessPath of an upload of the caller with
 * the target `call`; `extra` holds further input fields.
 */
export function defineSheetImport<S extends z.ZodRawShape>({
  extra,
  ...op
}: Declared<keyof NoInfer<S> & string> & { extra: S }) {
  const input = z.object({ xlsxPath: required('请提供 xlsxPath', 2000), unknownColumns, ...extra })
  const output = undocumentedOutput(sheetImportResult)
  const call = {
    success: '操作成功',
    slow: true,
    ...op,
    kind: 'api',
    effect: 'write',
    method: 'POST',
    input,
    output,
  } as const
  return call satisfies ApiOperation<typeof input, typeof output>
}

/**
 * Declares an operation that writes a sheet and returns its address, which the host downloads (sheets.download).
 * `logged` adds a line to the operation log, as exports of personal data should.
 */
export const defineSheetExport = <I extends z.ZodType>({
  input,
  logged = false,
  ...op
}: Declared<IdPaths<z.output<NoInfer<I>>>> & { input: I; logged?: boolean }): ApiOperation<I, z.ZodString> & {
  sheet: true
} => ({
  slow: true,
  ...op,
  kind: 'api',
  effect: logged ? 'write' : 'read',
  sheet: true,
  method: 'POST',
  input,
  output: z.string(),
})

/** Id of a running download, chosen by the page. */
const download = z.string().min(1).max(64)
const name = z.string().min(1).max(100)
/**
 * Electron saves the sheet and returns its path (empty when cancelled); the browser host returns an address that the
 * page opens.
 */
const savedSheet = z.object({
  href: z.string(),
  savedAs: z.string(),
  /** Rows with truncated texts; '' for none. */
  note: z.string().default(''),
})

/** Downloads of sheets to the user's disk; the renderer passes operation names and tickets, never an address. */
export const sheetHostOperations = {
  /** Calls an export (an operation with `sheet`) and downloads the result. `name` has no extension. */
  'sheets.download': hostMutation({
    title: '导出表格',
    input: z.object({ download, operation: z.string().max(100), input: z.unknown(), name }),
    output: savedSheet,
  }),
  /** Downloads the refused rows of an import. */
  'sheets.report': hostMutation({
    title: '下载未导入的行',
    input: z.object({ report: z.string().regex(/^[\w-]{32}$/, '找不到未导入的行，请重新导入') }),
    output: savedSheet,
  }),
  /** Cancels a running sheets.download, which then fails with `cancelled`. */
  'sheets.cancel': hostMutation({ title: '取消导出', input: z.object({ download }), output: nothing }),
}
