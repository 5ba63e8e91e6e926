import { app, BrowserWindow, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import { dirname, join } from 'node:path'
import { formatAppLink, toPageAddress } from '#shared/domain/appLink.ts'
import type { JumpTarget, DesktopState } from '#shared/contract/host.ts'
import type { DesktopIntegration } from '#services/ports.ts'

/** Pixels of the tray icon. */
const TRAY_SIZE = 32
/** Electron shows an indeterminate bar for values above 1, and none for values below 0. */
const INDETERMINATE = 2
const NO_BAR = -1
const EMPTY_STATE: DesktopState = { syncing: 0, conflicts: 0, tasks: 0, unread: 0, uploads: 0, jobs: 0 }

interface IntegrationOptions {
  /** Absolute path of the program's icon. */
  icon: string
  /** Brings the window to the front at this address. */
  open: (href?: string) => void
}

/** Tray, badge, task bar progress, jump list and dock menu. */
export function createDesktopIntegration({ icon, open }: IntegrationOptions): DesktopIntegration {
  let tray: Tray | null = null
  let hasBar = false
  const drawTray = (state: DesktopState): void => {
    if (!tray) {
      tray = new Tray(createTrayImage(icon))
      tray.on('click', () => open())
    }
    tray.setToolTip(['站匠', ...listStatusLines(state).map(({ label }) => label)].join('\n'))
    tray.setContextMenu(Menu.buildFromTemplate(createTrayMenu(state, open)))
  }
  const drawBadge = ({ conflicts, tasks, unread }: DesktopState): void => {
    const waiting = conflicts + tasks + unread
    if (process.platform !== 'win32') return void app.setBadgeCount(waiting)
    for (const window of BrowserWindow.getAllWindows())
      window.setOverlayIcon(waiting > 0 ? createDot() : null, waiting > 0 ? `${waiting} 项等待处理` : '')
  }
  // Uploads and downloads show their own determinate progress bar.
  const drawBar = ({ jobs, uploads }: DesktopState): void => {
    const wanted = jobs > 0 && uploads === 0
    if (wanted === hasBar) return
    hasBar = wanted
    if (wanted || uploads === 0)
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(wanted ? INDETERMINATE : NO_BAR)
  }
  void app.whenReady().then(() => drawTray(EMPTY_STATE))
  return {
    show(state) {
      drawTray(state)
      drawBadge(state)
      drawBar(state)
    },
    places(places) {
      if (process.platform === 'win32') app.setJumpList(createJumpList(places))
      app.dock?.setMenu(Menu.buildFromTemplate(createDockMenu(places, open)))
    },
  }
}

/**
 * The tray icon. On macOS it is the icon's outline, which the system colours like its menu bar, choosing the sharper
 * file (`@2x`) itself.
 */
function createTrayImage(icon: string): Electron.NativeImage {
  if (process.platform !== 'darwin')
    return nativeImage.createFromPath(icon).resize({ width: TRAY_SIZE, height: TRAY_SIZE })
  const outline = nativeImage.createFromPath(join(dirname(icon), 'trayTemplate.png'))
  outline.setTemplateImage(true)
  return outline
}

interface Line {
  label: string
  href?: string
}

/** Running and waiting work as text lines; each links to its page. */
function listStatusLines({ syncing, conflicts, tasks, unread, uploads, jobs }: DesktopState): Line[] {
  const all: [number, Line][] = [
    [syncing, { label: '同步中', href: '/workspace' }],
    [conflicts, { label: `冲突 ${conflicts}`, href: '/workspace' }],
    [tasks, { label: `待审批 ${tasks}`, href: '/U176/U179' }],
    [unread, { label: `未读通知 ${unread}` }],
    [uploads, { label: `上传 ${uploads}` }],
    [jobs, { label: `任务 ${jobs}` }],
  ]
  return all.filter(([count]) => count > 0).map(([, line]) => line)
}

function createTrayMenu(state: DesktopState, open: IntegrationOptions['open']): MenuItemConstructorOptions[] {
  const said = listStatusLines(state)
  return [
    { label: '打开站匠', click: () => open() },
    { type: 'separator' },
    ...(said.length > 0
      ? said.map(({ label, href }): MenuItemConstructorOptions => ({ label, click: () => open(href) }))
      : [{ label: '没有等待处理的事', enabled: false }]),
    { type: 'separator' },
    { label: '设置', click: () => open('/settings') },
    { label: '退出', click: () => app.quit() },
  ]
}

const linkOf = ({ href, siteId }: JumpTarget): string => formatAppLink({ href, server: '', siteId })

/** Windows starts the program again for each entry; the running instance receives the link. */
function createJumpList(places: readonly JumpTarget[]): Electron.JumpListCategory[] {
  const items = (kind: JumpTarget['kind']): Electron.JumpListItem[] =>
    places
      .filter((place) => place.kind === kind)
      .map((place) => ({
        type: 'task',
        title: place.title,
        description: place.title,
        program: process.execPath,
        args: `"${linkOf(place)}"`,
        iconPath: process.execPath,
        iconIndex: 0,
      }))
  return [
    { type: 'custom', name: '最近', items: items('recent') },
    { type: 'tasks', items: items('begin') },
  ]
}

function createDockMenu(places: readonly JumpTarget[], open: IntegrationOptions['open']): MenuItemConstructorOptions[] {
  const items = (kind: JumpTarget['kind']): MenuItemConstructorOptions[] =>
    places
      .filter((place) => place.kind === kind)
      .map((place) => ({ label: place.title, click: () => open(toPageAddress(linkOf(place))) }))
  return [...items('recent'), { type: 'separator' }, ...items('begin')]
}

const DOT = 16

/** A red dot for the corner of the task bar button, where a number would be too small to read. */
function createDot(): Electron.NativeImage {
  const pixels = Buffer.alloc(DOT * DOT * 4)
  const middle = (DOT - 1) / 2
  for (let at = 0; at < DOT * DOT; at++) {
    const away = Math.hypot((at % DOT) - middle, Math.floor(at / DOT) - middle)
    // Blue, green, red, opacity.
    if (away <= middle) pixels.set([0x38, 0x31, 0xd1, 0xff], at * 4)
  }
  return nativeImage.createFromBitmap(pixels, { width: DOT, height: DOT })
}
