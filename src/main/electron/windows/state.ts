import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Rectangle = z.output<typeof rectangle>

const windowState = z.object({
  bounds: rectangle,
  maximized: z.boolean(),
  /** Chromium's zoom levels of 20 %; absent: 100 %. */
  zoom: z.number().min(-5).max(5).optional(),
  fullScreen: z.boolean().optional(),
})
/** Position and state of a window; `bounds` is the unmaximized position in device independent pixels. */
export type WindowState = z.output<typeof windowState>

/** Smaller windows make the tables and the editor unusable. */
export const MIN_SIZE = { width: 960, height: 600 }
const DEFAULT_SIZE = { width: 1360, height: 860 }
/** Pixels of the title bar that must stay on a screen, so that the window can be dragged. */
const MIN_VISIBLE_PX = 80

/**
 * The initial state for the current displays.
 * @param areas work areas, the primary display's first; never empty
 */
export function fitToDisplays(saved: WindowState | null, areas: readonly [Rectangle, ...Rectangle[]]): WindowState {
  const home = (saved && areas.find((area) => hasReachableTitleBar(area, saved.bounds))) ?? areas[0]
  const wanted =
    saved && hasReachableTitleBar(home, saved.bounds) ? saved.bounds : centre(saved?.bounds ?? DEFAULT_SIZE, home)
  const width = clamp(wanted.width, Math.min(MIN_SIZE.width, home.width), home.width)
  const height = clamp(wanted.height, Math.min(MIN_SIZE.height, home.height), home.height)
  const bounds = {
    x: clamp(wanted.x, home.x, home.x + home.width - width),
    y: clamp(wanted.y, home.y, home.y + home.height - height),
    width,
    height,
  }
  const { maximized = false, zoom, fullScreen } = saved ?? {}
  return { bounds, maximized, ...(zoom && { zoom }), ...(fullScreen && { fullScreen }) }
}

/** Whether the title bar can be reached with the pointer. */
export const isReachable = (bounds: Rectangle, areas: readonly Rectangle[]): boolean =>
  areas.some((area) => hasReachableTitleBar(area, bounds))

const FILE = 'window.json'

/** null when there is none or it can't be read: the window then opens as on the first run. */
export function loadState(dataDir: string): WindowState | null {
  try {
    return windowState.parse(JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')))
  } catch {
    return null
  }
}

/** Synchronous and atomic, because the window is closing. A full disk must not prevent that. */
export function saveState(dataDir: string, state: WindowState): void {
  try {
    writeFileAtomic.sync(join(dataDir, FILE), JSON.stringify(state))
  } catch {
    return
  }
}

function hasReachableTitleBar(area: Rectangle, bounds: Rectangle): boolean {
  const overlap = Math.min(area.x + area.width, bounds.x + bounds.width) - Math.max(area.x, bounds.x)
  return overlap >= MIN_VISIBLE_PX && bounds.y >= area.y && bounds.y <= area.y + area.height - MIN_VISIBLE_PX
}

function centre(size: { width: number; height: number }, area: Rectangle): Rectangle {
  const { width, height } = size
  return {
    x: Math.round(area.x + (area.width - width) / 2),
    y: Math.round(area.y + (area.height - height) / 2),
    width,
    height,
  }
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))
