import { z } from 'zod'
import type { Access, IdPaths } from './access.ts'
import { type ApiOperation, hostMutation, query, session } from './define.ts'
import { nothing, required, unshown } from './fields.ts'

/** B·§5: what an import takes. */
export const SHEET_EXTENSIONS = ['xls', 'xlsx'] as const
/** Most that is read of one sheet, in MB and in rows below its titles. The documents let some imports upload more. */
export const SHEET_READ_MB = 100
export const SHEET_READ_ROWS = 100_000
/** The one number that people are told of a sheet's size, in MB, for an import with this upload limit. */
export const sheetLimitMb = (uploadMb: number): number => Math.min(uploadMb, SHEET_READ_MB)
/** Why a sheet is refused for its size: B·§5's words, and the remedy where the reader sets the limit. */
export const sheetTooLarge = (uploadMb: number): string =>
  `文件大小不能大于${sheetLimitMb(uploadMb)}M!${uploadMb > SHEET_READ_MB ? '请把表格分成几个文件分别导入' : ''}`
/** Refused rows that an answer names itself; the report holds all. */
export const SHEET_LISTED = 100
/** Where the server keeps sheets for their download. */
export const SHEET_PATH = 'api/sitecraft/sheet'

/** What an import did with the rows of a sheet. */
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
 * Ours: what an import does with a sheet that has columns which it doesn't know. ask: imports nothing and names them
 * (`asks`); ignore: as the documents, imports the others.
 */
export const unknownColumns = z.enum(['ask', 'ignore']).default('ignore')

/** Carries the caller's name for an export, by which it asks how far it is. */
export const WATCH_HEADER = 'x-sitecraft-watch'
const WATCH = /^[\w-]{16,64}$/
export const isWatch = (name: string): boolean => WATCH.test(name)
/** What a server that tells the progress of its exports says of itself (system.capabilities). */
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
 * An operation that imports an uploaded sheet. `xlsxPath` is the accessPath of an upload of one's own that was sent with
 * the target `call`; `extra` are the operation's own fields.
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
 * An operation that answers the address of a sheet which it has written, for the host to fetch (sheets.download). With
 * `logged` it gets a line in the operation log, as what takes people's data out of the system should.
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
const saved = z.object({ href: z.string(), savedAs: z.string() })

/** Sheets on their way to the user's disk; the renderer names operations and tickets, never an address. */
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
