import { Button, Link, makeStyles, MessageBar, MessageBarBody, Spinner, Text, tokens } from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { useEffect, useRef } from 'react'
import { SHEET_EXTENSIONS } from '#shared/contract/sheet.ts'
import { SHEET } from '#renderer/features/sheets/text.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { DropZone } from '../uploads/DropZone.tsx'
import { StagingRows } from '../uploads/StagingRows.tsx'
import { UploadButton } from '../uploads/UploadButton.tsx'
import { UploadRow } from '../uploads/UploadRow.tsx'
import type { ExportCall } from './calls.ts'
import { ImportResult } from './ImportResult.tsx'
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
  // No last line of one character.
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

/** Takes an xls or xlsx, shows how it comes in, and what did not. Render it while it is wanted. */
export function ImportDialog({ what, spec, onClose }: Props) {
  const styles = useStyles()
  const { state, uploader, sending, add, again } = useImport(spec)
  const template = useExport()
  const busy = sending !== undefined || uploader.busy || state.step === 'importing' || state.step === 'checking'
  const asking = state.step === 'check' || (state.step === 'checked' && state.go !== null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, and without the focus inside the dialog is no longer the foremost.
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
