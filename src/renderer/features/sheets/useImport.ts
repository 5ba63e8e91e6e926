import { useEffect, useRef, useState } from 'react'
import { type SheetImportResult, SHEET_EXTENSIONS, sheetLimitMb, sheetTooLargeMessage } from '#shared/contract/sheet.ts'
import type { AppError } from '#shared/errors/index.ts'
import { notify } from '#renderer/data/notices.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { uploadActions } from '../uploads/actions.ts'
import { type Uploader, useUploader } from '../uploads/useUploader.tsx'
import { type ImportCall, type ImportName, type SheetPath, withSheet } from './calls.ts'

export interface SheetImportSpec {
  call: ImportCall
  /** The documents' size limit of the file, in MB of 1024 × 1024 bytes. */
  limitMb: number
  /** Size of the upload chunks, in MB; only where the documents name one. */
  chunkMb?: number
  /** Name of the sheet's property in the input; xlsxPath by default. */
  path?: SheetPath
  /** Whether the server's message is shown as the result (B·§7). */
  saysMessage?: boolean
  /** Whether rows are checked first and imported after the user has seen the result. The operation needs `checkOnly`. */
  checksFirst?: boolean
  /** Called after rows were imported; lists that the contract calls stale load by themselves. */
  onImported?: () => void
}

/** The step of an import. */
type ImportStep =
  | { step: 'choose' }
  | { step: 'importing' }
  | { step: 'checking' }
  /** Nothing was imported yet; `go` imports the good rows, null when there are none. */
  | { step: 'checked'; result: SheetImportResult; go: (() => void) | null }
  | { step: 'failed'; message: string }
  /** The sheet has columns that the import doesn't know; nothing was imported yet. */
  | { step: 'check'; unknown: readonly string[]; go: () => void }
  /** Without a result the server reports no counts, only a message. */
  | { step: 'done'; result: SheetImportResult | null; message: string }

interface Import {
  state: ImportStep
  uploader: Uploader
  /** Id of the running upload of the chosen file. */
  sending: string | undefined
  /** Imports the first of the files. */
  add(files: readonly File[]): void
  /** Returns to the choice of a file. */
  again(): void
}

export const describeResult = (imported: number, refused: number): string => {
  if (refused === 0) return `已导入 ${imported} 行。`
  return imported === 0 ? `未导入，${refused} 行有问题。` : `已导入 ${imported} 行，${refused} 行未导入。`
}

/** Before the import, after all rows were checked. */
export const describeChecked = (good: number, bad: number): string => {
  if (bad === 0) return `检查完成，${good} 行都可以导入。`
  return good === 0
    ? `检查完成，${bad} 行都有问题，没有可以导入的行。`
    : `检查完成，${good} 行可以导入，${bad} 行有问题。`
}

const describeNotImported = (titles: readonly string[]): string =>
  `表格未导入：有无法识别的列 ${titles.map((title) => `“${title}”`).join('、')}，请重新导入并确认`

/**
 * Uploads a sheet and lets the server import it. A running import continues after the component is unmounted, and its
 * result is shown then.
 */
export function useImport({ call, limitMb, chunkMb, path, onImported, checksFirst = false }: SheetImportSpec): Import {
  const [state, setState] = useState<ImportStep>({ step: 'choose' })
  const isMounted = useRef(true)
  const write = useWrite<ImportName>(call.operation, { success: false, quiet: true })
  const show = (next: ImportStep, notifyUser: () => void): void => {
    if (isMounted.current) setState(next)
    else notifyUser()
  }
  const run = async (accessPath: string, unknownColumns: 'ask' | 'ignore', checkOnly = checksFirst): Promise<void> => {
    setState({ step: checkOnly ? 'checking' : 'importing' })
    try {
      const input = withSheet(call, accessPath, { path, unknownColumns, checkOnly })
      const { data: result, msg } = await write.mutateAsync(input)
      if (!result) {
        const message = msg || '已导入。'
        show({ step: 'done', result, message }, () => notify('success', message))
        return onImported?.()
      }
      const { imported, refused, unknown, asks } = result
      if (asks) {
        const go = (): void => void run(accessPath, 'ignore', checkOnly)
        return show({ step: 'check', unknown, go }, () => notify('warning', describeNotImported(unknown)))
      }
      if (checkOnly) {
        const go = imported > 0 ? (): void => void run(accessPath, unknownColumns, false) : null
        return show({ step: 'checked', result, go }, () => notify('info', describeChecked(imported, refused)))
      }
      const summary = describeResult(imported, refused)
      show({ step: 'done', result, message: msg }, () => notify(refused > 0 ? 'warning' : 'success', summary))
      if (imported > 0) onImported?.()
    } catch (error) {
      const { message } = error as AppError
      show({ step: 'failed', message }, () => notify('error', message))
    }
  }
  const limits = { extensions: [...SHEET_EXTENSIONS], limitMb: sheetLimitMb(limitMb) }
  const uploader = useUploader({
    target: { to: 'call', kind: 'file', ...limits, ...(chunkMb && { chunkMb }) },
    rule: { ...limits, tooLarge: sheetTooLargeMessage(limitMb) },
    label: '选择表格',
    onDone: ({ accessPath }) => void run(accessPath, 'ask'),
  })

  const sending = uploader.busy ? uploader.ids.at(-1) : undefined
  const open = useRef(sending)
  useEffect(() => {
    open.current = sending
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // After the dialog has closed, nothing would import the file.
      if (open.current) uploadActions.cancel([open.current])
    }
  }, [])
  return {
    state,
    uploader,
    sending,
    add: (files) => {
      setState({ step: 'choose' })
      uploader.add(files)
    },
    again: () => setState({ step: 'choose' }),
  }
}
