import { type BrowserWindow, screen } from 'electron'
import { fitToDisplays, isReachable, type Rectangle } from './state.ts'

/** The current displays' work areas, the primary display's first, in device independent pixels. */
export function listWorkAreas(): [Rectangle, ...Rectangle[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  return [primary.workArea, ...others.map((display) => display.workArea)]
}

/** Moves the window back when its display is removed, shrinks or is rescaled, even while the window is hidden. */
export function ensureVisible(window: BrowserWindow): void {
  const moveIntoView = (): void => {
    if (window.isMaximized() || window.isFullScreen() || window.isMinimized()) return
    const areas = listWorkAreas()
    const bounds = window.getBounds()
    if (!isReachable(bounds, areas)) window.setBounds(fitToDisplays({ bounds, maximized: false }, areas).bounds)
  }
  const changes = ['display-removed', 'display-metrics-changed'] as const
  for (const change of changes) screen.on(change as 'display-removed', moveIntoView)
  window.on('show', moveIntoView)
  window.on('restore', moveIntoView)
  window.once('closed', () => {
    for (const change of changes) screen.off(change as 'display-removed', moveIntoView)
  })
}
