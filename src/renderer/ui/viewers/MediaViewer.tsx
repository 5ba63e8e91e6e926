import { useState } from 'react'
import { makeStyles, tokens } from '@fluentui/react-components'
import { MusicNote2Regular } from '@fluentui/react-icons'
import { useRead } from '#renderer/data/useRead.ts'
import { AppError } from '#shared/errors/index.ts'
import { EmptyState, ErrorState, LoadingState } from '../feedback/States.tsx'
import { lazyComponent } from '../lazy/lazyComponent.tsx'
import { ImageViewer } from './ImageViewer.tsx'

/** Loaded on first use: large, and rarely needed. */
const PdfViewer = lazyComponent(async () => (await import('./PdfViewer.tsx')).PdfViewer, <LoadingState />)

/** The properties of a file that are needed to show it; an item of the library fits. */
export interface ViewableFile {
  accessPath: string
  oldName: string
  extension: string
  kind?: string
  /** Changes with each replacement, because the browser caches pictures by their address. */
  thumbPath?: string
}

/** Shows one file of the connected server: picture, video, audio or PDF. Use its accessPath as `key`. */
export function MediaViewer({ file }: { file: ViewableFile }) {
  const kind = previewKind(file.extension, file.kind)
  if (kind !== 'none') return <OpenedFile kind={kind} file={file} />
  return <EmptyState title="该文件类型不支持预览" text="可复制文件地址，在浏览器中打开或下载。" />
}

function OpenedFile({ kind, file }: { kind: Exclude<PreviewKind, 'none'>; file: ViewableFile }) {
  const read = useRead('media.open', { accessPath: file.accessPath }, { quiet: true })
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(false)
  const retry = (): void => {
    setFailed(false)
    // A new key makes a new element, which asks the server again.
    setTries((count) => count + 1)
    void read.refetch()
  }
  if (failed) return <ErrorState error={displayError(file)} onRetry={retry} />
  if (!read.data) return read.error ? <ErrorState error={read.error} onRetry={retry} /> : <LoadingState />
  const common = {
    src: `${read.data.href}?${encodeURIComponent(file.thumbPath ?? '')}`,
    name: file.oldName,
    onFail: () => setFailed(true),
  }
  if (kind === 'image') return <ImageViewer key={tries} {...common} />
  if (kind === 'pdf') return <PdfViewer key={tries} {...common} />
  return <Player key={tries} kind={kind} {...common} />
}

const displayError = ({ oldName }: ViewableFile): AppError =>
  new AppError('bad-answer', `“${oldName}”无法显示：文件可能已被删除、已损坏，或格式不受支持`)

/** How a file can be shown in the program. */
type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'none'

const BY_EXTENSION: Readonly<Record<string, PreviewKind>> = {
  gif: 'image',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  mp4: 'video',
  mp3: 'audio',
  wav: 'audio',
  aac: 'audio',
  acc: 'audio',
  pdf: 'pdf',
}

/**
 * @param extension without the dot
 * @param kind the library's kind, for extensions that are audio or video (webm, ogg)
 */
function previewKind(extension: string, kind: string = ''): PreviewKind {
  const lower = extension.toLowerCase()
  if (lower === 'webm' || lower === 'ogg') return kind === 'audio' ? 'audio' : 'video'
  return BY_EXTENSION[lower] ?? 'none'
}

const usePlayerStyles = makeStyles({
  box: {
    flex: '1 1 auto',
    minHeight: 0,
    display: 'grid',
    placeItems: 'center',
    alignContent: 'center',
    gap: tokens.spacingVerticalXL,
  },
  video: {
    width: '100%',
    height: '100%',
    minHeight: 0,
    backgroundColor: 'black',
    borderRadius: tokens.borderRadiusMedium,
  },
  note: { fontSize: '96px', lineHeight: 0, color: tokens.colorNeutralForeground3 },
  audio: { width: 'min(640px, 100%)' },
})

interface PlayerProps {
  kind: 'video' | 'audio'
  src: string
  name: string
  onFail: () => void
}

/** Plays a video or audio with the browser's own controls; the file is read in parts, so that seeking works. */
function Player({ kind, src, name, onFail }: PlayerProps) {
  const styles = usePlayerStyles()
  const common = { src, controls: true, 'aria-label': name, preload: 'metadata', onError: onFail } as const
  if (kind === 'video')
    return (
      <div className={styles.box}>
        <video className={styles.video} {...common}>
          <track kind="captions" />
        </video>
      </div>
    )
  return (
    <div className={styles.box}>
      <span className={styles.note}>
        <MusicNote2Regular />
      </span>
      <audio className={styles.audio} {...common}>
        <track kind="captions" />
      </audio>
    </div>
  )
}
