import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, type InputOf, isOperationName, operation } from '#shared/contract/registry.ts'
import {
  EXPORT_PROGRESS_FEATURE,
  SHEET_TRUNCATED_PREFIX,
  SHEET_PATH,
  type SheetProgress,
} from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import { timeoutOf } from '../api/client.ts'
import type { ApiClient, Emit } from '../types.ts'
import { deliverFile, type DownloadDeps } from './downloads.ts'
import { hasFeature } from '../api/capabilities.ts'

type Saved = Promise<{ href: string; savedAs: string; note: string }>

export interface SheetDownloads {
  /**
   * Lets the server create a sheet and downloads it.
   * @throws AppError `cancelled` after `cancel(download)`
   */
  download(wanted: { download: string; operation: string; input: unknown; name: string }): Saved
  /** Downloads the rows that an import has rejected. */
  report(ticket: string): Saved
  cancel(download: string): void
}

const REPORT_FILE_NAME = '未导入的行.xlsx'

/**
 * Downloads sheets that the connected server creates. The page names an operation; only operations that create a sheet
 * are allowed.
 */
export function createSheetDownloads(deps: DownloadDeps & { emit: Emit }): SheetDownloads {
  const running = new Map<string, AbortController>()
  return {
    async download({ download, operation: name, input, name: file }) {
      const api = requireSheetOperation(name)
      const client = await deps.client()
      const stop = new AbortController()
      running.set(download, stop)
      let note = ''
      const ask = async (): Promise<string> => {
        const watching = watchExport(client, stop.signal, (progress) =>
          deps.emit('sheets.progress', { download, ...progress }),
        )
        const timeoutMs = timeoutOf(operation(api) as ApiOperation)
        const options = { signal: stop.signal, timeoutMs, watch: watching.name }
        try {
          // The client parses the input with the operation's own schema.
          const { data, msg } = await client.call(api, input as InputOf<ApiName>, options)
          if (msg.startsWith(SHEET_TRUNCATED_PREFIX)) note = msg
          return data as string
        } finally {
          watching.end()
        }
      }
      try {
        return { ...(await deliverFile(deps, { name: `${file}.xlsx`, client, ask })), note }
      } catch (error) {
        throw stop.signal.aborted ? new AppError('cancelled', '已取消导出') : error
      } finally {
        running.delete(download)
      }
    },
    async report(ticket) {
      const ask = async (): Promise<string> => `${SHEET_PATH}/${ticket}/${encodeURIComponent(REPORT_FILE_NAME)}`
      return { ...(await deliverFile(deps, { name: REPORT_FILE_NAME, client: await deps.client(), ask })), note: '' }
    },
    cancel: (download) => running.get(download)?.abort(),
  }
}

function requireSheetOperation(name: string): ApiName {
  const found = isOperationName(name) ? operation(name) : null
  if (found?.kind === 'api' && found.sheet) return name as ApiName
  throw new AppError('forbidden', '该操作不支持导出表格')
}

/** ms between two progress queries; a slow response is awaited. */
const POLL_MS = 500

/**
 * Polls the server for an export's progress until `end`. If the server lacks the feature or does not respond, polling
 * stops; errors are reported by the export itself.
 */
function watchExport(
  client: ApiClient,
  signal: AbortSignal,
  onProgress: (progress: SheetProgress) => void,
): { name: string; end: () => void } {
  const name = randomUUID()
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  const ask = async (): Promise<void> => {
    await delay(POLL_MS, undefined, { signal: stop })
    if (!(await hasFeature(client, EXPORT_PROGRESS_FEATURE, { signal: stop }))) return
    while (!stop.aborted) {
      const { data } = await client.call('sheet.progress', { watch: name }, { signal: stop })
      if (data && !stop.aborted) onProgress(data)
      await delay(POLL_MS, undefined, { signal: stop })
    }
  }
  ask().catch(() => undefined)
  return { name, end: () => ended.abort() }
}
