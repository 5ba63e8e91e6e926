import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { SheetDownloads } from '../transfers/sheets.ts'

export function sheetHandlers({ sheets }: { sheets: SheetDownloads }) {
  return {
    'sheets.download': (wanted) => sheets.download(wanted),
    'sheets.report': ({ report }) => sheets.report(report),
    'sheets.cancel': async ({ download }) => {
      sheets.cancel(download)
      return null
    },
  } satisfies HostHandlers<'sheets'>
}
