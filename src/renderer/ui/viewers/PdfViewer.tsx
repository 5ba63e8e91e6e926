import { Button, makeStyles, Text, tokens, Tooltip } from '@fluentui/react-components'
import { type FluentIcon, ZoomInRegular, ZoomOutRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useState } from 'react'
import { LoadingState } from '../feedback/States.tsx'
import { openPdf, type PDFDocumentProxy } from './pdf.ts'
import { PdfPage } from './PdfPage.tsx'
import { usePageKeys } from './usePageKeys.ts'
import type { Size } from './zoom.ts'

const useStyles = makeStyles({
  root: { flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' },
  pages: {
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'auto',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'safe center',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground4,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  tools: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalXS,
    paddingBlockStart: tokens.spacingVerticalS,
  },
  scale: { minWidth: '56px', textAlign: 'center', fontVariantNumeric: 'tabular-nums' },
})

interface OpenedPdf {
  pdf: PDFDocumentProxy
  /** Size of the first page, px at 100 %; used for pages that have not been rendered. */
  size: Size
}

const SCALES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]
const DEFAULT_INDEX = 2

/** The pages of a PDF, one below the other; only those near the view are rendered. Keys: + - 0. */
export function PdfViewer({ src, name, onFail }: { src: string; name: string; onFail: () => void }) {
  const styles = useStyles()
  const [opened, setOpened] = useState<OpenedPdf | null>(null)
  const [at, setAt] = useState(DEFAULT_INDEX)
  const scale = SCALES[at] ?? 1
  const step = (by: number): void => setAt((now) => Math.min(SCALES.length - 1, Math.max(0, now + by)))
  usePageKeys((key) => {
    if (key === '+' || key === '=') step(1)
    else if (key === '-') step(-1)
    else if (key === '0') setAt(DEFAULT_INDEX)
    else return false
    return true
  })
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    const file = openPdf(src)
    let isDisposed = false
    const show = async (): Promise<void> => {
      const pdf = await file.document
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      if (!isDisposed) setOpened({ pdf, size: { width, height } })
    }
    show().catch(() => isDisposed || fail())
    return () => {
      isDisposed = true
      file.close()
    }
  }, [src])

  if (!opened) return <LoadingState />
  const { numPages } = opened.pdf
  return (
    <div className={styles.root}>
      <div className={styles.pages} role="region" aria-label={`${name}，共 ${numPages} 页`} tabIndex={0}>
        {Array.from({ length: numPages }, (_page, index) => (
          <PdfPage key={index} {...opened} number={index + 1} scale={scale} />
        ))}
      </div>
      <div className={styles.tools} role="toolbar" aria-label="缩放">
        <Tool title="缩小" icon={ZoomOutRegular} disabled={at === 0} run={() => step(-1)} />
        <Text className={styles.scale} role="status" aria-label="缩放比例">
          {scale * 100}%
        </Text>
        <Tool title="放大" icon={ZoomInRegular} disabled={at === SCALES.length - 1} run={() => step(1)} />
      </div>
    </div>
  )
}

function Tool(props: { title: string; icon: FluentIcon; disabled: boolean; run: () => void }) {
  const { title, icon: Icon, disabled, run } = props
  return (
    <Tooltip content={title} relationship="label">
      <Button appearance="subtle" icon={<Icon />} disabledFocusable={disabled} onClick={run} />
    </Tooltip>
  )
}
