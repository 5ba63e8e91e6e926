import { Button, makeStyles, mergeClasses, Text, tokens, Tooltip } from '@fluentui/react-components'
import {
  type FluentIcon,
  PageFitRegular,
  RatioOneToOneRegular,
  ZoomInRegular,
  ZoomOutRegular,
} from '@fluentui/react-icons'
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fitToBox, panView, zoomView, type Size, type ZoomState } from './zoom.ts'
import { usePageKeys } from './usePageKeys.ts'

const SQUARE = tokens.colorNeutralBackground4

const useStyles = makeStyles({
  root: { position: 'relative', flex: '1 1 auto', minHeight: 0, display: 'flex', flexDirection: 'column' },
  box: {
    position: 'relative',
    flex: '1 1 auto',
    minHeight: 0,
    overflow: 'hidden',
    touchAction: 'none',
    borderRadius: tokens.borderRadiusMedium,
    // A checkerboard behind transparent pictures.
    background: `repeating-conic-gradient(${SQUARE} 0% 25%, ${tokens.colorNeutralBackground2} 0% 50%) 0 0 / 20px 20px`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  grab: { cursor: 'grab', ':active': { cursor: 'grabbing' } },
  image: {
    position: 'absolute',
    insetInlineStart: '50%',
    top: '50%',
    maxWidth: 'none',
    userSelect: 'none',
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

interface Props {
  src: string
  name: string
  onFail: () => void
}

/** A picture with zoom: buttons, wheel at the pointer, + - 0 1, double-click, drag. */
export function ImageViewer({ src, name, onFail }: Props) {
  const styles = useStyles()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [picture, setPicture] = useState<Size>({ width: 0, height: 0 })
  const zoom = useZoom(box, picture)
  const { view, isWhole } = zoom

  usePageKeys((key) => {
    if (key === '+' || key === '=') zoom.step(1)
    else if (key === '-') zoom.step(-1)
    else if (key === '0') zoom.toWhole()
    else if (key === '1') zoom.toPixels()
    else return false
    return true
  })
  const shift = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  return (
    <div className={styles.root}>
      <div
        ref={setBox}
        className={mergeClasses(styles.box, !isWhole && styles.grab)}
        onDoubleClick={() => (isWhole ? zoom.toPixels() : zoom.toWhole())}
        {...zoom.drag}
      >
        <img
          className={styles.image}
          style={{ transform: shift }}
          src={src}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
          onError={onFail}
        />
      </div>
      <div className={styles.tools} role="toolbar" aria-label="缩放">
        <Tool title="缩小" icon={ZoomOutRegular} disabled={isWhole} run={() => zoom.step(-1)} />
        <Text className={styles.scale} role="status" aria-label="缩放比例">
          {Math.round(view.scale * 100)}%
        </Text>
        <Tool title="放大" icon={ZoomInRegular} run={() => zoom.step(1)} />
        <Tool title="适合窗口" icon={PageFitRegular} disabled={isWhole} run={zoom.toWhole} />
        <Tool title="原始大小" icon={RatioOneToOneRegular} run={zoom.toPixels} />
      </div>
    </div>
  )
}

function Tool(props: { title: string; icon: FluentIcon; disabled?: boolean; run: () => void }) {
  const { title, icon: Icon, disabled = false, run } = props
  return (
    <Tooltip content={title} relationship="label">
      <Button appearance="subtle" icon={<Icon />} disabledFocusable={disabled} onClick={run} />
    </Tooltip>
  )
}

const STEP = 1.25

interface Zoom {
  view: ZoomState
  /** Whether the whole picture is shown. */
  isWhole: boolean
  /** Zooms in (1) or out (-1) by a step. */
  step: (direction: 1 | -1) => void
  /** Shows one pixel of the picture per CSS pixel. */
  toPixels: () => void
  /** Shows the whole picture, also after a change of the window's size. */
  toWhole: () => void
  /** Dragging moves the picture. */
  drag: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void
    onPointerMove: (event: PointerEvent<HTMLElement>) => void
  }
}

/** Zoom and position of a picture in a box; the wheel zooms at the pointer. */
function useZoom(box: HTMLElement | null, picture: Size): Zoom {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  // null: the whole picture is shown, also when the box changes its size.
  const [chosen, setChosen] = useState<ZoomState | null>(null)
  const from = useRef({ x: 0, y: 0 })
  const whole = fitToBox(size, picture)
  const view = chosen ?? whole
  const isWhole = view.scale <= whole.scale
  const to = (scale: number, at = { x: 0, y: 0 }): void => {
    const next = zoomView(view, scale, at, size, picture)
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
        setChosen(panView(view, clientX - from.current.x, clientY - from.current.y, size, picture))
        from.current = { x: clientX, y: clientY }
      },
    },
  }
}
