import { z } from 'zod'
import type { Access, IdPaths } from './access.ts'
import { type ApiOperation, hostMutation, query, session } from './define.ts'
import { nothing, required, unshown } from './fields.ts'
import { WATCH } from './headers.ts'

/** B·§5: extensions that an import accepts. */
export const SHEET_EXTENSIONS = ['xls', 'xlsx'] as const
/** Limits of reading one sheet: MB, and rows below the titles. Some imports may upload more by the documents. */
export const SHEET_READ_MB = 100
export const SHEET_READ_ROWS = 100_000
/** The size limit shown to users, in MB, for an import with this upload limit. */
export const sheetLimitMb = (uploadMb: number): number => Math.min(uploadMb, SHEET_READ_MB)
/**
 * The message for a sheet that is too large: B·§5's words, with the remedy where the reading limit is the smaller one.
 */
export const sheetTooLarge = (uploadMb: number): string =>
  `文件大小不能大于${sheetLimitMb(uploadMb)}M!${uploadMb > SHEET_READ_MB ? '请把表格分成几个文件分别导入' : ''}`
/** Most refused rows that the answer itself lists; the report has all of them. */
export const SHEET_LISTED = 100
/** Path prefix of written sheets, for their download. */
export const SHEET_PATH = 'api/sitecraft/sheet'

/** How the message of an export begins that could not write some text whole, as a cell has a limit. */
export const SHEET_CUT = '没有写完整：'

/** The result of an import. */
export const sheetImported = z.object({
  imported: z.number(),
  refused: z.number(),
  /** The first refused rows, numbered as Excel shows them. */
  first: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** Ticket of the sheet with all refused rows (sheets.report); empty for none. */
  report: z.string(),
  /** Titles of the sheet that no column has: what stands below them is not imported. */
  unknown: z.array(z.string()).default([]),
  /** Nothing was imported yet, because of `unknown` (unknownColumns: 'ask'). */
  asks: z.boolean().default(false),
})
export type SheetImported = z.output<typeof sheetImported>

/**
 * Ours: how an import treats unknown columns. ask: imports nothing and lists them (`asks`); ignore: imports the other
 * columns, as the documents do.
 */
export const unknownColumns = z.enum(['ask', 'ignore']).default('ignore')

/** Feature of a server that reports the progress of exports (system.capabilities). */
export const PROGRESS_FEATURE = 'export-progress-1'

/** Rows of a sheet that is being written. */
export const sheetProgress = z.object({ written: z.number(), total: z.number() })
export type SheetProgress = z.output<typeof sheetProgress>

export const sheetOperations = {
  /** How far one's own running export is; null when there is none of that name. */
  'sheet.progress': query({
    method: 'GET',
    path: `${SHEET_PATH}-progress/{watch}`,
    title: '导出进度',
    access: session,
    background: true,
    input: z.object({ watch: z.string('请提供导出的编号').regex(WATCH, '导出的编号不正确') }),
    output: sheetProgress.nullable(),
  }),
}

type Fixed = 'kind' | 'effect' | 'input' | 'output' | 'method' | 'access'
/** `access` names fields of the sheet's own input alone. */
type Declared<P extends string> = Omit<ApiOperation, Fixed> & { access: Access<P> }

/**
 * Declares an operation that imports an uploaded sheet. `xlsxPath` is the accessPath of an upload of the caller's own
 * with the target `call`; `extra` are further input fields.
 */
export function sheetImport<S extends z.ZodRawShape>({
  extra,
  ...op
}: Declared<keyof NoInfer<S> & string> & { extra: S }) {
  const input = z.object({ xlsxPath: required('请提供 xlsxPath', 2000), unknownColumns, ...extra })
  const output = unshown(sheetImported)
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
 * Declares an operation that writes a sheet and answers its address, for the host to download (sheets.download). With
 * `logged` it gets a line in the operation log, as exports of personal data should.
 */
export const sheetExport = <I extends z.ZodType>({
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

/** Names of the host's running downloads are the page's own. */
const download = z.string().min(1).max(64)
const name = z.string().min(1).max(100)
/** Electron saves and answers where (empty when cancelled); the browser host answers an address that the page opens. */
const saved = z.object({
  href: z.string(),
  savedAs: z.string(),
  /** Rows whose texts were not written whole; '' for none. */
  note: z.string().default(''),
})

/** Downloads of sheets to the user's disk; the renderer names operations and tickets, never an address. */
export const sheetHostOperations = {
  /** Calls an export (an operation with `sheet`) and fetches what it wrote. `name` without an extension. */
  'sheets.download': hostMutation({
    title: '导出表格',
    input: z.object({ download, operation: z.string().max(100), input: z.unknown(), name }),
    output: saved,
  }),
  /** The rows that an import refused. */
  'sheets.report': hostMutation({
    title: '下载未导入的行',
    input: z.object({ report: z.string().regex(/^[\w-]{32}$/, '找不到未导入的行，请重新导入') }),
    output: saved,
  }),
  /** Ends a running sheets.download, which then fails with `cancelled`. */
  'sheets.cancel': hostMutation({ title: '取消导出', input: z.object({ download }), output: nothing }),
}
