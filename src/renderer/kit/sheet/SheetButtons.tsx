import { Button, Spinner } from '@fluentui/react-components'
import { ArrowDownloadRegular, ArrowImportRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { SHEET } from '#renderer/text/sheet.ts'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import type { ExportCall } from './calls.ts'
import { ImportDialog, type SheetImportSpec } from './ImportDialog.tsx'
import { useExport } from './useExport.ts'

interface Props {
  /** What the rows are: 敏感词. It names the files and the dialog. */
  what: string
  /** The column whose permissions 1120 and 1121 count; a screen's own menu stands in site 0. */
  at: { siteId: number; menuId: number }
  /** Absent: nothing is exported here. */
  exports?: ExportCall
  /** Absent: nothing is imported here. */
  imports?: SheetImportSpec
}

/** 导入 and 导出 of a list, each for those who may (A·§6: 1121 and 1120). */
export function SheetButtons({ what, at, exports, imports }: Props) {
  const who = useAuthority()
  const [importing, setImporting] = useState(false)
  const may = (code: number): boolean => can(who, { ...at, code })
  return (
    <>
      {imports && may(PERMISSION.importSheet) && (
        <Button icon={<ArrowImportRegular />} onClick={() => setImporting(true)}>
          {SHEET.import}
        </Button>
      )}
      {exports && may(PERMISSION.exportSheet) && <ExportButton wanted={exports} what={what} />}
      {imports && importing && <ImportDialog what={what} spec={imports} onClose={() => setImporting(false)} />}
    </>
  )
}

/** While the server writes, the same button ends it. */
function ExportButton({ wanted, what }: { wanted: ExportCall; what: string }) {
  const { busy, start, cancel } = useExport()
  return (
    <Button
      icon={busy ? <Spinner size="tiny" /> : <ArrowDownloadRegular />}
      title={busy ? SHEET.exporting : undefined}
      onClick={() => (busy ? cancel() : start(wanted, what))}
    >
      {busy ? SHEET.cancelExport : SHEET.export}
    </Button>
  )
}
