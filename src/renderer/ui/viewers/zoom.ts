export interface Size {
  width: number
  height: number
}

/** scale 1: one pixel of the picture per CSS pixel. x, y: offset of the picture's centre from the box's centre, px. */
export interface ZoomState {
  scale: number
  x: number
  y: number
}

const MAX_SCALE = 8

/** The scale at which the whole picture fits the box, at most 1. */
const fitScale = (box: Size, picture: Size): number =>
  picture.width > 0 && picture.height > 0 ? Math.min(1, box.width / picture.width, box.height / picture.height) : 1

export const fitToBox = (box: Size, picture: Size): ZoomState => ({ scale: fitScale(box, picture), x: 0, y: 0 })

/** Moves the picture within the box; where it is smaller than the box, it stays centred. */
export function panView(view: ZoomState, dx: number, dy: number, box: Size, picture: Size): ZoomState {
  const within = (value: number, picturePx: number, boxPx: number): number => {
    const limit = Math.max(0, (picturePx * view.scale - boxPx) / 2)
    return Math.min(limit, Math.max(-limit, value))
  }
  return {
    scale: view.scale,
    x: within(view.x + dx, picture.width, box.width),
    y: within(view.y + dy, picture.height, box.height),
  }
}

/**
 * The view at another scale, between the whole picture and 8; the point `at` (from the box's centre) stays in place.
 */
export function zoomView(
  view: ZoomState,
  scale: number,
  at: { x: number; y: number },
  box: Size,
  picture: Size,
): ZoomState {
  const next = Math.min(MAX_SCALE, Math.max(fitScale(box, picture), scale))
  const ratio = next / view.scale
  const x = at.x - (at.x - view.x) * ratio
  const y = at.y - (at.y - view.y) * ratio
  return panView({ scale: next, x, y }, 0, 0, box, picture)
}
