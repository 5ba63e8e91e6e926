export interface Size {
  width: number
  height: number
}

/** scale 1: a pixel of the picture per CSS pixel. x, y: from the middle of the box to the middle of the picture, px. */
export interface View {
  scale: number
  x: number
  y: number
}

const MOST = 8

/** The whole picture, as large as the box and its own pixels allow. */
export const fitScale = (box: Size, picture: Size): number =>
  picture.width > 0 && picture.height > 0 ? Math.min(1, box.width / picture.width, box.height / picture.height) : 1

export const fitted = (box: Size, picture: Size): View => ({ scale: fitScale(box, picture), x: 0, y: 0 })

/** Moves the picture; it can't leave the box, and stays in the middle where it is smaller. */
export function moved(view: View, dx: number, dy: number, box: Size, picture: Size): View {
  const within = (value: number, picturePx: number, boxPx: number): number => {
    const room = Math.max(0, (picturePx * view.scale - boxPx) / 2)
    return Math.min(room, Math.max(-room, value))
  }
  return {
    scale: view.scale,
    x: within(view.x + dx, picture.width, box.width),
    y: within(view.y + dy, picture.height, box.height),
  }
}

/** Another scale, between the whole picture and eight times its pixels; what is at `at` (from the box's middle) stays there. */
export function scaled(view: View, scale: number, at: { x: number; y: number }, box: Size, picture: Size): View {
  const next = Math.min(MOST, Math.max(fitScale(box, picture), scale))
  const ratio = next / view.scale
  const x = at.x - (at.x - view.x) * ratio
  const y = at.y - (at.y - view.y) * ratio
  return moved({ scale: next, x, y }, 0, 0, box, picture)
}
