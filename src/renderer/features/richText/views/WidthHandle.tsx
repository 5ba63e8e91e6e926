import { type PointerEvent, useRef } from 'react'
import { useViewStyles } from './viewStyles.ts'

/** The minimum width of a resized picture or video. */
const MIN_WIDTH_PX = 24

/**
 * The corner handle that resizes a picture or video; reports the width in px when released. Keyboard users set the width
 * in its dialog.
 */
export function WidthHandle({ onWidth }: { onWidth: (px: number) => void }) {
  const styles = useViewStyles()
  const from = useRef<{ x: number; width: number; media: HTMLElement } | null>(null)
  const widthAt = (event: PointerEvent): number =>
    from.current ? Math.max(MIN_WIDTH_PX, Math.round(from.current.width + event.clientX - from.current.x)) : 0

  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    const media = event.currentTarget.parentElement?.querySelector<HTMLElement>('img, video')
    if (!media) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: media.getBoundingClientRect().width, media }
  }
  const move = (event: PointerEvent): void => {
    if (!from.current) return
    from.current.media.style.width = `${widthAt(event)}px`
    from.current.media.style.height = 'auto'
  }
  const end = (event: PointerEvent): void => {
    const width = widthAt(event)
    from.current = null
    if (width > 0) onWidth(width)
  }
  return (
    <span
      className={styles.handle}
      aria-hidden
      contentEditable={false}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  )
}
