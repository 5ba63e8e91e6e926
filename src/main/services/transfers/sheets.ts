import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, type InputOf, isOperationName, operation } from '#shared/contract/registry.ts'
import { SHEET_PATH } from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import { patience } from '../api/client.ts'
import type { Emit } from '../types.ts'
import { deliver, type DownloadDeps } from './downloads.ts'
import { watchExport } from './exportProgress.ts'

type Saved = Promise<{ href: string; savedAs: string }>

export interface SheetDownloads {
  /** Lets the server write a sheet and fetches it. AppError `cancelled` after `cancel(download)`. */
  download(wanted: { download: string; operation: string; input: unknown; name: string }): Saved
  /** The rows that an import has refused. */
  report(ticket: string): Saved
  cancel(download: string): void
}

const REPORT = '未导入的行.xlsx'

/** Sheets that the connected server writes: the page names operations, and only those that write a sheet. */
export function createSheetDownloads(deps: DownloadDeps & { emit: Emit }): SheetDownloads {
  const running = new Map<string, AbortController>()
  return {
    async download({ download, operation: name, input, name: file }) {
      const api = sheetOperation(name)
      const client = await deps.client()
      const stop = new AbortController()
      running.set(download, stop)
      const ask = async (): Promise<string> => {
        const watching = watchExport(client, stop.signal, (progress) =>
          deps.emit('sheets.progress', { download, ...progress }),
        )
        const timeoutMs = patience(operation(api) as ApiOperation)
        const options = { signal: stop.signal, timeoutMs, watch: watching.name }
        try {
          // The client parses the input with the operation's own schema.
          return (await client.call(api, input as InputOf<ApiName>, options)).data as string
        } finally {
          watching.end()
        }
      }
      try {
        return await deliver(deps, { name: `${file}.xlsx`, client, ask })
      } catch (error) {
        throw stop.signal.aborted ? new AppError('cancelled', '已取消导出') : error
      } finally {
        running.delete(download)
      }
    },
    async report(ticket) {
      const ask = async (): Promise<string> => `${SHEET_PATH}/${ticket}/${encodeURIComponent(REPORT)}`
      return deliver(deps, { name: REPORT, client: await deps.client(), ask })
    },
    cancel: (download) => running.get(download)?.abort(),
  }
}

function sheetOperation(name: string): ApiName {
  const found = isOperationName(name) ? operation(name) : null
  if (found?.kind === 'api' && found.sheet) return name as ApiName
  throw new AppError('forbidden', '这个操作不能导出表格')
}
