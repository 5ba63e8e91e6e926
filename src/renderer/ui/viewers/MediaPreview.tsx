import { Button, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components'
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { MediaViewer, type ViewableFile } from './MediaViewer.tsx'
import { usePageKeys } from './usePageKeys.ts'

const useStyles = makeStyles({
  place: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground3, whiteSpace: 'nowrap' },
  body: { display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, outlineStyle: 'none' },
})

interface Props<File extends ViewableFile> {
  /** The files that the arrow keys move through. */
  files: readonly File[]
  /** Index of the shown file. */
  at: number
  onMove: (at: number) => void
  onClose: () => void
  /** Buttons for the shown file, beside the close button. */
  renderActions?: (file: File) => ReactNode
}

/** Shows one file over the whole window, with buttons to its neighbours. Render it only while it is open. */
export function MediaPreview<File extends ViewableFile>({ files, at, onMove, onClose, renderActions }: Props<File>) {
  const styles = useStyles()
  const go = (to: number): boolean => {
    const isInRange = to >= 0 && to < files.length
    if (isInRange) onMove(to)
    return isInRange
  }
  const view = useRef<HTMLDivElement>(null)
  // The view gets the focus and not the first button, whose tooltip would take the Escape meant for the dialog.
  useEffect(() => {
    view.current?.focus()
  }, [])
  usePageKeys((key) => (key === 'ArrowLeft' ? go(at - 1) : key === 'ArrowRight' && go(at + 1)))
  const file = files[at]
  if (!file) return null
  return (
    <PanelDialog
      title={file.oldName}
      size="full"
      onClose={onClose}
      titleActions={
        <>
          {files.length > 1 && (
            <>
              <Step title="上一个" icon={<ChevronLeftRegular />} disabled={at === 0} run={() => go(at - 1)} />
              <Text className={styles.place} role="status">
                {at + 1} / {files.length}
              </Text>
              <Step
                title="下一个"
                icon={<ChevronRightRegular />}
                disabled={at === files.length - 1}
                run={() => go(at + 1)}
              />
            </>
          )}
          {renderActions?.(file)}
        </>
      }
    >
      <div ref={view} tabIndex={-1} role="group" aria-label="预览" className={styles.body}>
        <MediaViewer key={file.accessPath} file={file} />
      </div>
    </PanelDialog>
  )
}

function Step(props: {
  title: string
  icon: Parameters<typeof Button>[0]['icon']
  disabled: boolean
  run: () => void
}) {
  const { title, icon, disabled, run } = props
  return (
    <Tooltip content={title} relationship="label">
      <Button appearance="subtle" icon={icon} disabledFocusable={disabled} onClick={run} />
    </Tooltip>
  )
}
