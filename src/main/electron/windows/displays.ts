import { type BrowserWindow, screen } from 'electron'
import { fitToDisplays, isInSight, type Rectangle } from './state.ts'

/** Where windows can stand today, the primary display's first; device independent pixels, whatever their scales. */
export function workAreas(): [Rectangle, ...Rectangle[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  return [primary.workArea, ...others.map((display) => display.workArea)]
}

/** Brings the window back when the display that it stands on goes, shrinks or is scaled, also while it is hidden. */
export function ensureVisible(window: BrowserWindow): void {
  const look = (): void => {
    if (window.isMaximized() || window.isFullScreen() || window.isMinimized()) return
    const areas = workAreas()
    const bounds = window.getBounds()
    if (!isInSight(bounds, areas)) window.setBounds(fitToDisplays({ bounds, maximized: false }, areas).bounds)
  }
  const changes = ['display-removed', 'display-metrics-changed'] as const
  for (const change of changes) screen.on(change as 'display-removed', look)
  window.on('show', look)
  window.on('restore', look)
  window.once('closed', () => {
    for (const change of changes) screen.off(change as 'display-removed', look)
  })
}
