import { lazy, Suspense, useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { AppError } from '#shared/errors/index.ts'
import { EmptyState, ErrorState, LoadingState } from '../feedback/States.tsx'
import { ImageViewer } from './ImageViewer.tsx'
import { Player } from './Player.tsx'
import { type PreviewKind, previewKind } from './previewKind.ts'

/** Large, and seldom wanted. */
const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }))

/** What is needed of a file to show it; an item of the library fits. */
export interface Shown {
  accessPath: string
  oldName: string
  extension: string
  kind?: string
  /** Other after each replacement: the browser keeps pictures by their address. */
  thumbPath?: string
}

/** Shows one file of the connected server: picture, film, sound or PDF. Its accessPath is its key. */
export function MediaView({ file }: { file: Shown }) {
  const kind = previewKind(file.extension, file.kind)
  if (kind !== 'none') return <Opened kind={kind} file={file} />
  return <EmptyState title="这种文件不能预览" text="可以复制它的地址，在浏览器中打开或下载。" />
}

function Opened({ kind, file }: { kind: Exclude<PreviewKind, 'none'>; file: Shown }) {
  const read = useRead('media.open', { accessPath: file.accessPath }, { quiet: true })
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const again = (): void => {
    setFailed(false)
    // An element of its own asks the server again.
    setTries((count) => count + 1)
    void read.refetch()
  }
  if (failed) return <ErrorState error={unshown(file)} onRetry={again} />
  if (!read.data) return read.error ? <ErrorState error={read.error} onRetry={again} /> : <LoadingState />
  const common = {
    src: `${read.data.href}?${encodeURIComponent(file.thumbPath ?? '')}`,
    name: file.oldName,
    onFail: () => setFailed(true),
  }
  if (kind === 'image') return <ImageViewer key={tries} {...common} />
  if (kind === 'pdf')
    return (
      <Suspense fallback={<LoadingState />}>
        <PdfViewer key={tries} {...common} />
      </Suspense>
    )
  return <Player key={tries} kind={kind} {...common} />
}

const unshown = ({ oldName }: Shown): AppError =>
  new AppError('bad-answer', `“${oldName}”没有显示出来：文件可能已被删除、已损坏，或格式不受支持`)
