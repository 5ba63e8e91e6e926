import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  ToggleButton,
  tokens,
} from '@fluentui/react-components'
import { ArrowClockwiseRegular, CursorClickRegular, OpenRegular } from '@fluentui/react-icons'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { call } from '#renderer/data/client.ts'
import { DESKTOP, PreviewFrame, type PreviewWidth, WidthPicker } from '#renderer/ui/viewers/PreviewFrame.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { TruncatedSelect } from '#renderer/ui/fields/TruncatedSelect.tsx'

type Preview = OutputOf<'livePreview.start'>

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    flexShrink: 0,
  },
  end: { display: 'flex', gap: tokens.spacingHorizontalXS, marginInlineStart: 'auto' },
  wait: { flex: '1 1 auto' },
})

/**
 * 实时预览: a page of the site rendered from the local files, and rendered again after every save in any editor. The frame
 * has its own address and no origin.
 */
export function LivePreview({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const styles = useStyles()
  const navigate = useNavigate()
  const frame = useRef<HTMLIFrameElement>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [page, setPage] = useState(0)
  const [picking, setPicking] = useState(false)
  const [width, setWidth] = useState<PreviewWidth>(DESKTOP)

  const start = async (siteId: number): Promise<void> => {
    try {
      setPreview((await call('livePreview.start', { id, siteId })).data)
      setError(null)
    } catch (thrown) {
      setError(thrown as Error)
    }
  }
  useEffect(() => {
    call('livePreview.start', { id, siteId: 0 }).then(
      ({ data }) => setPreview(data),
      (thrown: unknown) => setError(thrown as Error),
    )
    return () => void call('livePreview.stop', { id }).catch(() => undefined)
  }, [id])

  const onMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    if (event.source !== frame.current?.contentWindow || typeof event.data !== 'object' || event.data === null) return
    const { templateLine, previewAddress } = event.data as { templateLine?: unknown; previewAddress?: unknown }
    if (typeof previewAddress === 'string') {
      const at = preview?.pages.findIndex(({ address }) => address === previewAddress) ?? -1
      if (at >= 0) setPage(at)
      frame.current?.contentWindow?.postMessage({ picking }, '*')
    }
    const [, file, line] = typeof templateLine === 'string' ? (/^(.+):(\d+)$/.exec(templateLine) ?? []) : []
    if (file === undefined || line === undefined) return
    onClose()
    void navigate(`/workspace/editor/${encodeURIComponent(id)}?file=${encodeURIComponent(file)}&line=${line}`)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => onMessage(event)
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  const setPickMode = (on: boolean): void => {
    setPicking(on)
    frame.current?.contentWindow?.postMessage({ picking: on }, '*')
  }
  const href = preview && addressOf(preview, page)
  return (
    <PanelDialog
      title={`实时预览：${name}`}
      size="full"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {preview?.isOffline && <OfflineNote dataDate={preview.dataDate} />}
      {preview && (
        <div className={styles.bar}>
          <TruncatedSelect
            label="预览的页面"
            items={preview.pages.map(({ title }, at) => ({ id: at, title }))}
            value={page}
            onChange={setPage}
          />
          <TruncatedSelect
            label="数据来自站点"
            items={preview.sites.map(({ id: siteId, title, isBound }) => ({
              id: siteId,
              title: isBound ? title : `${title}（未使用此模板）`,
            }))}
            value={preview.siteId}
            onChange={(siteId) => {
              setPage(0)
              void start(siteId)
            }}
          />
          <WidthPicker width={width} onChange={setWidth} />
          <div className={styles.end}>
            <ToggleButton
              size="small"
              icon={<CursorClickRegular />}
              checked={picking}
              onClick={() => setPickMode(!picking)}
            >
              选取元素
            </ToggleButton>
            <Button size="small" icon={<ArrowClockwiseRegular />} onClick={() => void start(preview.siteId)}>
              更新数据
            </Button>
            <Button
              size="small"
              icon={<OpenRegular />}
              onClick={() => href && window.open(href, '_blank', 'noopener,noreferrer')}
            >
              在浏览器中打开
            </Button>
          </div>
        </div>
      )}
      {error && !preview && <ErrorState error={error} onRetry={() => void start(0)} />}
      {!preview && !error && <Spinner className={styles.wait} label="正在准备预览" />}
      {href && (
        <PreviewFrame
          frame={frame}
          width={width}
          title="模板预览"
          sandbox="allow-scripts allow-forms allow-popups"
          href={href}
        />
      )}
    </PanelDialog>
  )
}

const addressOf = ({ href, pages }: Preview, page: number): string =>
  `${href.replace(/\/$/, '')}${pages[page]?.address ?? '/'}`

function OfflineNote({ dataDate }: { dataDate: string }) {
  return (
    <MessageBar intent="warning">
      <MessageBarBody>
        无法连接服务器，页面使用 {formatDateTime(Date.parse(dataDate))} 的数据；模板仍为本地最新版本。
      </MessageBarBody>
    </MessageBar>
  )
}
