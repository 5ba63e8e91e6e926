import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { inElectron } from '#renderer/data/bridge.ts'
import { toAppError, showError } from '#renderer/data/errors.ts'
import { AppError } from '#shared/errors/index.ts'
import { isDraggingOut } from '../dragOut/dragOut.ts'
import { readDroppedFiles, pastedFiles } from './dropped.ts'

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0, minWidth: 0 },
  over: {
    position: 'absolute',
    inset: 0,
    zIndex: 2,
    display: 'grid',
    placeItems: 'center',
    textAlign: 'center',
    pointerEvents: 'none',
    borderRadius: tokens.borderRadiusLarge,
    border: `2px dashed ${tokens.colorBrandStroke1}`,
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    fontSize: tokens.fontSizeBase400,
    fontWeight: tokens.fontWeightSemibold,
    opacity: 0.92,
  },
})

interface Props {
  /** Gets dropped or pasted files, including those in folders: an uploader's `add`. */
  onFiles: (files: File[]) => void
  /** Name of the region. */
  label: string
  /** Shown while files are dragged over the zone. */
  text?: string
  /** Accepts no files. */
  disabled?: boolean
  /** Also accepts pasted files, wherever the focus is; true by default. */
  paste?: boolean
  className?: string
  children: ReactNode
}

/** Accepts files and folders dropped onto its children, and pasted ones while it is the topmost zone. */
export function DropZone(props: Props) {
  const { onFiles, label, text = '松开鼠标即可上传', disabled = false, paste = true, className, children } = props
  const styles = useStyles()
  const [over, setOver] = useState(false)
  const root = useRef<HTMLElement>(null)
  usePaste({ root, enabled: paste && !disabled, onFiles })

  const drag = (event: DragEvent): void => {
    if (disabled || isDraggingOut() || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const leave = (event: DragEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }
  const drop = (event: DragEvent): void => {
    if (disabled || isDraggingOut() || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(false)
    readDropped(event.dataTransfer, onFiles)
  }
  return (
    <section
      ref={root}
      className={mergeClasses(styles.root, className)}
      aria-label={label}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
      {over && <div className={styles.over}>{text}</div>}
    </section>
  )
}

function readDropped(data: DataTransfer, onFiles: (files: File[]) => void): void {
  const read = readDroppedFiles(data, inElectron())
  read.then(
    (files) => {
      if (files.length > 0) onFiles(files)
      else showError(new AppError('invalid', '拖入的文件夹中没有可上传的文件'))
    },
    (error: unknown) => showError(unreadable(error)),
  )
}

const unreadable = (error: unknown): AppError =>
  error instanceof DOMException
    ? new AppError('invalid', '读取拖入的文件失败，请确认文件未被移动、删除或占用后重试', { cause: error })
    : toAppError(error)

interface Zone {
  root: RefObject<HTMLElement | null>
  accept: (files: File[]) => void
}

/** Zones that accept pasted files; the last one is the topmost. */
const zones: Zone[] = []

/** The zone for a paste: the innermost one around the focus, or else the topmost. */
const zoneOf = (target: EventTarget | null): Zone | undefined =>
  zones.findLast(({ root }) => target instanceof Node && root.current?.contains(target)) ?? zones.at(-1)

function onPaste(event: ClipboardEvent): void {
  const files = pastedFiles(event.clipboardData)
  // When an image is pasted together with text, a focused text field gets the text.
  const typing = event.target instanceof Element && event.target.matches('input, textarea, [contenteditable="true"]')
  if (files.length === 0 || (typing && event.clipboardData?.types.includes('text/plain'))) return
  event.preventDefault()
  zoneOf(event.target)?.accept(files)
}

interface Options {
  root: RefObject<HTMLElement | null>
  enabled: boolean
  onFiles: (files: File[]) => void
}

/** Accepts pasted files and images while this zone is the one for a paste. */
function usePaste({ root, enabled, onFiles }: Options): void {
  const accept = useEffectEvent(onFiles)
  useEffect(() => {
    if (!enabled) return undefined
    const zone: Zone = { root, accept: (files) => accept(files) }
    if (zones.length === 0) document.addEventListener('paste', onPaste)
    zones.push(zone)
    return () => {
      zones.splice(zones.indexOf(zone), 1)
      if (zones.length === 0) document.removeEventListener('paste', onPaste)
    }
  }, [root, enabled])
}
