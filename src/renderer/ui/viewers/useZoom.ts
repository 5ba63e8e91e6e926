import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fitted, moved, scaled, type Size, type View } from './zoom.ts'

const STEP = 1.25

export interface Zoom {
  view: View
  /** The whole picture is shown. */
  isWhole: boolean
  /** By steps: 1 closer, -1 further away. */
  step: (direction: 1 | -1) => void
  /** A pixel of the picture per pixel. */
  toPixels: () => void
  /** The whole picture, also while the window changes. */
  toWhole: () => void
  /** Dragging moves the picture. */
  drag: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
  }
}

/** Zoom and place of a picture in a box; the wheel zooms at the pointer. */
export function useZoom(box: HTMLElement | null, picture: Size): Zoom {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  // null: the whole picture, whatever the size of the box.
  const [chosen, setChosen] = useState<View | null>(null)
  const from = useRef({ x: 0, y: 0 })
  const whole = fitted(size, picture)
  const view = chosen ?? whole
  const isWhole = view.scale <= whole.scale
  const to = (scale: number, at = { x: 0, y: 0 }): void => {
    const next = scaled(view, scale, at, size, picture)
    setChosen(next.scale <= whole.scale ? null : next)
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
    to(view.scale * (event.deltaY < 0 ? STEP : 1 / STEP), at)
  })
  useEffect(() => {
    if (!box) return undefined
    const wheel = (event: WheelEvent): void => onWheel(event)
    const measure = new ResizeObserver(() => setSize({ width: box.clientWidth, height: box.clientHeight }))
    measure.observe(box)
    // React listens passively, which could not keep the page from scrolling.
    box.addEventListener('wheel', wheel, { passive: false })
    return () => {
      measure.disconnect()
      box.removeEventListener('wheel', wheel)
    }
  }, [box])

  return {
    view,
    isWhole,
    step: (direction) => to(view.scale * (direction > 0 ? STEP : 1 / STEP)),
    toPixels: () => to(1),
    toWhole: () => setChosen(null),
    drag: {
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      },
      onPointerMove: ({ buttons, clientX, clientY }) => {
        if (buttons !== 1 || isWhole) return
        setChosen(moved(view, clientX - from.current.x, clientY - from.current.y, size, picture))
        from.current = { x: clientX, y: clientY }
      },
    },
  }
}
