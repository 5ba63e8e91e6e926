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
import { SHEET_EXTENSIONS, type SheetImported } from '#shared/contract/sheet.ts'
import { SHEET } from '#renderer/features/sheets/text.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { showError } from '#renderer/data/errors.ts'
import { DropZone } from '../uploads/DropZone.tsx'
import { StagingRows } from '../uploads/StagingRows.tsx'
import { UploadButton } from '../uploads/UploadButton.tsx'
import { UploadRow } from '../uploads/UploadRow.tsx'
import { type ExportCall, fetchReport } from './calls.ts'
import { type SheetImportSpec as Spec, useImport } from './useImport.ts'
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
  /** Writes an empty sheet with the titles; absent: none is offered. */
  template?: ExportCall
}

interface Props {
  /** What the rows are: 敏感词. */
  what: string
  spec: SheetImportSpec
  onClose: () => void
}

/** Imports an xls or xlsx and shows progress and refused rows. Render it only while it is open. */
export function ImportDialog({ what, spec, onClose }: Props) {
  const styles = useStyles()
  const { state, uploader, sending, add, again } = useImport(spec)
  const template = useExport()
  const busy = sending !== undefined || uploader.busy || state.step === 'importing' || state.step === 'checking'
  const asking = state.step === 'check' || (state.step === 'checked' && state.go !== null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The pressed button is gone; without the focus inside, another dialog would count as the foremost.
    if (document.activeElement === document.body) close.current?.focus()
  }, [state.step, busy])
  return (
    <PanelDialog
      title={SHEET.title(what)}
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          {state.step === 'check' && (
            <Button appearance="primary" onClick={state.go}>
              {SHEET.goOn}
            </Button>
          )}
          {state.step === 'checked' && state.go && (
            <Button appearance="primary" onClick={state.go}>
              {SHEET.importChecked(state.result.imported)}
            </Button>
          )}
          {state.step === 'done' && <Button onClick={again}>{SHEET.more}</Button>}
          <Button ref={close} appearance={asking ? 'secondary' : 'primary'} onClick={onClose}>
            {SHEET.close}
          </Button>
        </>
      }
    >
      {state.step === 'check' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{SHEET.unknown(state.unknown)}</MessageBarBody>
        </MessageBar>
      )}
      {state.step === 'done' && <ImportResult result={state.result} message={spec.saysMessage ? state.message : ''} />}
      {state.step === 'failed' && !busy && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{state.message}</MessageBarBody>
        </MessageBar>
      )}
      {state.step === 'checked' && <ImportResult result={state.result} message="" checked />}
      {state.step === 'checking' && <Spinner label={SHEET.checking} labelPosition="below" />}
      {state.step === 'importing' && <Spinner label={SHEET.importing} labelPosition="below" />}
      {sending && <UploadRow id={sending} />}
      {uploader.busy && !sending && <StagingRows />}
      {!busy && state.step !== 'done' && (
        <>
          <DropZone className={styles.zone} label={SHEET.title(what)} text={SHEET.dropHere} onFiles={add}>
            <Text align="center" className={styles.hint}>
              {SHEET.hint(SHEET_EXTENSIONS, spec.limitMb)}
            </Text>
            <UploadButton uploader={uploader}>
              {state.step === 'failed' || state.step === 'check' || state.step === 'checked'
                ? SHEET.chooseAgain
                : SHEET.choose}
            </UploadButton>
          </DropZone>
          {spec.template && (
            <Link
              as="button"
              className={styles.template}
              disabled={template.busy}
              onClick={() => spec.template && template.start(spec.template, SHEET.templateName(what))}
            >
              <ArrowDownloadRegular /> {SHEET.template}
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
  result: SheetImported | null
  message: string
  /** The rows were checked only: nothing came in yet. */
  checked?: boolean
}

/** What came in, and which rows did not, with their reasons. */
function ImportResult({ result, message, checked = false }: ImportResultProps) {
  const styles = useImportResultStyles()
  if (!result)
    return (
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>{message || SHEET.imported}</MessageBarBody>
      </MessageBar>
    )
  const { imported, refused, first, report, unknown } = result
  const summary = checked ? SHEET.checked(imported, refused) : SHEET.result(imported, refused)
  const intent = refused === 0 ? 'success' : imported === 0 ? 'error' : 'warning'
  return (
    <>
      <MessageBar intent={intent} layout="multiline">
        <MessageBarBody>
          {message || summary}
          {refused > 0 && ` ${checked ? SHEET.checkedAdvice : SHEET.advice}`}
          {unknown.length > 0 && ` ${SHEET.leftOut(unknown)}`}
        </MessageBarBody>
      </MessageBar>
      {first.length > 0 && (
        <div className={styles.rows}>
          <Table size="small" aria-label={summary}>
            <TableHeader>
              <TableRow>
                <TableHeaderCell className={styles.number}>{SHEET.row}</TableHeaderCell>
                <TableHeaderCell>{SHEET.reason}</TableHeaderCell>
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
      {refused > first.length && <Text size={200}>{SHEET.firstOnly(first.length)}</Text>}
      {report && (
        <Button
          className={styles.report}
          icon={<ArrowDownloadRegular />}
          onClick={() => void fetchReport(report).catch(showError)}
        >
          {SHEET.report}
        </Button>
      )}
    </>
  )
}
