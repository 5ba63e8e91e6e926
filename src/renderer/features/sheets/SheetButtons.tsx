import { Button, Spinner } from '@fluentui/react-components'
import { ArrowDownloadRegular, ArrowImportRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { ProgressRing } from '../uploads/ProgressRing.tsx'
import type { ExportCall } from './calls.ts'
import { ImportDialog, type SheetImportSpec } from './ImportDialog.tsx'
import { useExport } from './useExport.ts'

interface Props {
  /** The noun for the rows, such as 敏感词; names the files and the dialog. */
  what: string
  /** The column whose permissions 1120 and 1121 count; a screen's own menu is in site 0. */
  at: { siteId: number; menuId: number }
  /** Absent: no export. */
  exports?: ExportCall
  /** Absent: no import. */
  imports?: SheetImportSpec
}

/** The buttons 导入 and 导出 of a list, each with its permission (A·§6: 1121 and 1120). */
export function SheetButtons({ what, at, exports, imports }: Props) {
  const who = useAuthority()
  const [importing, setImporting] = useState(false)
  const hasPermission = (code: number): boolean => can(who, { ...at, code })
  return (
    <>
      {imports && hasPermission(PERMISSION.importSheet) && (
        <Button icon={<ArrowImportRegular />} onClick={() => setImporting(true)}>
          导入
        </Button>
      )}
      {exports && hasPermission(PERMISSION.exportSheet) && <ExportButton exportCall={exports} what={what} />}
      {imports && importing && <ImportDialog what={what} spec={imports} onClose={() => setImporting(false)} />}
    </>
  )
}

/** The button that starts an export; while it runs, the same button cancels it. */
function ExportButton({ exportCall, what }: { exportCall: ExportCall; what: string }) {
  const { busy, progress, start, cancel } = useExport()
  if (!busy) {
    return (
      <Button icon={<ArrowDownloadRegular />} onClick={() => start(exportCall, what)}>
        导出
      </Button>
    )
  }
  const part = progress && progress.total > 0 ? Math.min(1, progress.written / progress.total) : null
  return (
    <Button
      icon={part === null ? <Spinner size="tiny" aria-hidden /> : <ProgressRing value={part} />}
      title={progress ? `正在导出…已写入 ${progress.written} 行，共 ${progress.total} 行` : '正在导出…'}
      onClick={cancel}
    >
      {part === null ? '取消导出' : `取消导出（${Math.floor(part * 100)}%）`}
    </Button>
  )
}
