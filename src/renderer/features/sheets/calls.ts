import type { ApiName, InputOf, OutputOf } from '#shared/contract/registry.ts'
import type { SheetImportResult } from '#shared/contract/sheet.ts'
import { call } from '#renderer/data/client.ts'
import { notify } from '#renderer/data/notices.ts'
import { startDownload } from '#renderer/ui/page/startDownload.ts'

type ExportName = { [N in ApiName]: OutputOf<N> extends string ? N : never }[ApiName]
/** Operations declared with defineSheetImport. */
export type ImportName = {
  [N in ApiName]: OutputOf<N> extends SheetImportResult | null
    ? null extends OutputOf<N>
      ? SheetImportResult extends OutputOf<N>
        ? N
        : never
      : never
    : never
}[ApiName]

/** An operation that writes a sheet (contract: defineSheetExport), and its input. */
export type ExportCall = { [N in ExportName]: { operation: N; input: InputOf<N> } }[ExportName]
/** An operation that reads an uploaded sheet (contract: defineSheetImport), and its input besides the sheet. */
export type ImportCall = {
  [N in ImportName]: { operation: N; input: Omit<InputOf<N>, SheetPath | 'unknownColumns'> }
}[ImportName]
/** The input's name for the sheet; B·§7 has both. */
export type SheetPath = 'xlsxPath' | 'filePath'

interface SheetOptions {
  path?: SheetPath | undefined
  unknownColumns: 'ask' | 'ignore'
  /** For operations with a check. */
  checkOnly?: boolean
}

/** The import's input with the sheet's path. */
export const withSheet = (
  { input }: ImportCall,
  accessPath: string,
  { path = 'xlsxPath', unknownColumns, checkOnly = false }: SheetOptions,
) => ({ ...input, [path]: accessPath, unknownColumns, ...(checkOnly && { checkOnly }) }) as InputOf<ImportName>

/** Delivers a fetched file: the host has saved it, or the browser downloads it. */
function deliver({ href, savedAs, note }: { href: string; savedAs: string; note: string }, name: string): void {
  if (href) startDownload(href, name)
  if (savedAs) notify('success', `已保存到 ${savedAs}`)
  if (note && (href || savedAs)) notify('warning', note)
}

/**
 * Lets the server write a sheet and saves it for the user.
 * @param download id for `cancelSheet`
 * @throws AppError
 */
export async function fetchSheet(download: string, { operation, input }: ExportCall, name: string): Promise<void> {
  deliver((await call('sheets.download', { download, operation, input, name })).data, `${name}.xlsx`)
}

/** Ends a running fetchSheet, which then fails with `cancelled`. */
export const cancelSheet = (download: string): Promise<unknown> => call('sheets.cancel', { download })

/**
 * Saves the report of refused rows for the user.
 * @throws AppError
 */
export async function fetchReport(report: string): Promise<void> {
  deliver((await call('sheets.report', { report })).data, '未导入的行.xlsx')
}
