import {
  Button,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { useEffect, useRef } from 'react'
import { SHEET_EXTENSIONS, MAX_SHEET_ROWS, type SheetImportResult, sheetLimitMb } from '#shared/contract/sheet.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { showError } from '#renderer/data/errors.ts'
import { DropZone } from '../uploads/DropZone.tsx'
import { StagingRows } from '../uploads/StagingRows.tsx'
import { UploadButton } from '../uploads/UploadButton.tsx'
import { UploadRow } from '../uploads/UploadRow.tsx'
import { type ExportCall, fetchReport } from './calls.ts'
import { describeChecked, describeResult, type SheetImportSpec as Spec, useImport } from './useImport.ts'
import { useExport } from './useExport.ts'

const useStyles = makeStyles({
  zone: {
    alignItems: 'center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXXL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    textAlign: 'center',
  },
  // Balanced lines, so that the last one isn't a single character.
  hint: { textWrap: 'balance' },
  template: { alignSelf: 'start' },
})

export interface SheetImportSpec extends Spec {
  /** Writes an empty sheet with the titles; absent when no template is offered. */
  template?: ExportCall
}

interface Props {
  /** What the rows are: 敏感词. */
  what: string
  spec: SheetImportSpec
  onClose: () => void
}

/** Shown before the import. */
const describeUnknown = (titles: readonly string[]): string =>
  `表格中有无法识别的列：${titles.map((title) => `“${title}”`).join('、')}。继续导入将忽略这些列的内容；也可按导入模板修改标题后，重新选择表格。`

/** Imports an xls or xlsx and shows progress and refused rows. Render it only while it is open. */
export function ImportDialog({ what, spec, onClose }: Props) {
  const styles = useStyles()
  const { state, uploader, sending, add, again } = useImport(spec)
  const template = useExport()
  const busy = sending !== undefined || uploader.busy || state.step === 'importing' || state.step === 'checking'
  const needsDecision = state.step === 'check' || (state.step === 'checked' && state.go !== null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The pressed button is gone; without the focus inside, another dialog would count as the topmost.
    if (document.activeElement === document.body) close.current?.focus()
  }, [state.step, busy])
  return (
    <PanelDialog
      title={`导入${what}`}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          {state.step === 'check' && (
            <Button appearance="primary" onClick={state.go}>
              继续导入其他列
            </Button>
          )}
          {state.step === 'checked' && state.go && (
            <Button appearance="primary" onClick={state.go}>
              {`导入这 ${state.result.imported} 行`}
            </Button>
          )}
          {state.step === 'done' && <Button onClick={again}>继续导入</Button>}
          <Button ref={close} appearance={needsDecision ? 'secondary' : 'primary'} onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      {state.step === 'check' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{describeUnknown(state.unknown)}</MessageBarBody>
        </MessageBar>
      )}
      {state.step === 'done' && <ImportResult result={state.result} message={spec.saysMessage ? state.message : ''} />}
      {state.step === 'failed' && !busy && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{state.message}</MessageBarBody>
        </MessageBar>
      )}
      {state.step === 'checked' && <ImportResult result={state.result} message="" checked />}
      {state.step === 'checking' && <Spinner label="正在检查所有行，尚未导入…" labelPosition="below" />}
      {state.step === 'importing' && (
        <Spinner label="正在导入，请稍候…关闭窗口后继续导入，结果以消息提示。" labelPosition="below" />
      )}
      {sending && <UploadRow id={sending} />}
      {uploader.busy && !sending && <StagingRows />}
      {!busy && state.step !== 'done' && (
        <>
          <DropZone className={styles.zone} label={`导入${what}`} text="松开鼠标即可导入表格" onFiles={add}>
            <Text align="center" className={styles.hint}>
              {`请选择或拖入 ${SHEET_EXTENSIONS.join('、')} 表格，不超过 ${sheetLimitMb(spec.limitMb)} MB、${MAX_SHEET_ROWS / 10_000} 万行，更大的表格请分成几个文件。读取第一个工作表，列按标题识别，顺序不限。`}
            </Text>
            <UploadButton uploader={uploader}>
              {state.step === 'failed' || state.step === 'check' || state.step === 'checked'
                ? '重新选择表格'
                : '选择表格'}
            </UploadButton>
          </DropZone>
          {spec.template && (
            <Link
              as="button"
              className={styles.template}
              disabled={template.busy}
              onClick={() => spec.template && template.start(spec.template, `${what}导入模板`)}
            >
              <ArrowDownloadRegular /> 下载导入模板
            </Link>
          )}
        </>
      )}
    </PanelDialog>
  )
}

const useImportResultStyles = makeStyles({
  rows: {
    maxHeight: '40vh',
    overflow: 'auto',
    flexShrink: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  number: { width: '72px', fontVariantNumeric: 'tabular-nums' },
  reason: { overflowWrap: 'anywhere', paddingBlock: tokens.spacingVerticalXS },
  report: { alignSelf: 'start', flexShrink: 0 },
})

interface ImportResultProps {
  result: SheetImportResult | null
  message: string
  /** Whether the rows were only checked and not imported. */
  checked?: boolean
}

/** Shown after the import. */
const describeLeftOut = (titles: readonly string[]): string =>
  `未导入无法识别的列：${titles.map((title) => `“${title}”`).join('、')}。`

/** The number of imported rows, and the refused rows with their reasons. */
function ImportResult({ result, message, checked = false }: ImportResultProps) {
  const styles = useImportResultStyles()
  if (!result)
    return (
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>{message || '已导入。'}</MessageBarBody>
      </MessageBar>
    )
  const { imported, refused, first, report, unknown } = result
  const summary = checked ? describeChecked(imported, refused) : describeResult(imported, refused)
  const intent = refused === 0 ? 'success' : imported === 0 ? 'error' : 'warning'
  return (
    <>
      <MessageBar intent={intent} layout="multiline">
        <MessageBarBody>
          {message || summary}
          {refused > 0 &&
            ` ${checked ? '可先导入没有问题的行，或按原因改正后重新选择表格。' : '请下载未导入的行，按原因改正后再次导入。'}`}
          {unknown.length > 0 && ` ${describeLeftOut(unknown)}`}
        </MessageBarBody>
      </MessageBar>
      {first.length > 0 && (
        <div className={styles.rows}>
          <Table size="small" aria-label={summary}>
            <TableHeader>
              <TableRow>
                <TableHeaderCell className={styles.number}>行号</TableHeaderCell>
                <TableHeaderCell>原因</TableHeaderCell>
              </TableRow>
            </TableHeader>
            <TableBody>
              {first.map(({ row, reason }) => (
                <TableRow key={row}>
                  <TableCell className={styles.number}>{row}</TableCell>
                  <TableCell className={styles.reason}>{reason}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {refused > first.length && <Text size={200}>{`仅列出前 ${first.length} 行，全部内容请下载查看。`}</Text>}
      {report && (
        <Button
          className={styles.report}
          icon={<ArrowDownloadRegular />}
          onClick={() => void fetchReport(report).catch(showError)}
        >
          下载未导入的行
        </Button>
      )}
    </>
  )
}
