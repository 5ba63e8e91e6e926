import { app } from './app.ts'
import {
  answerDialog,
  handlers,
  ipcMain,
  menu,
  nativeTheme,
  notifications,
  permissions,
  schemes,
  screen,
  trays,
  type MenuItem,
} from './parts.ts'
import { calls, emitPreventable, StandInEvent } from './record.ts'
import { BrowserWindow, sent } from './window.ts'

const windows = (): BrowserWindow[] => BrowserWindow.getAllWindows()
function window(): BrowserWindow {
  const [first] = windows()
  if (!first) throw new Error('no window is open')
  return first
}

export interface Sender {
  url: string
  mainFrame: boolean
}
const page: Sender = { url: 'app://sitecraft/', mainFrame: true }
/** Without a sender: the program's own page. JSON turns a left out argument into null. */
function event(sender?: Sender | null): object {
  const { url, mainFrame } = sender ?? page
  return { sender: window().webContents, senderFrame: { url, parent: mainFrame ? null : {} } }
}

const plain = (items: MenuItem[]): MenuItem[] =>
  items.map(({ label, role, accelerator, checked, submenu }) => {
    const shown = { label, role, accelerator, checked }
    return submenu ? { ...shown, submenu: plain(submenu) } : shown
  })

function clickIn(menus: MenuItem[], path: readonly string[]): void {
  let items = menus
  let found: MenuItem | undefined
  for (const label of path) {
    found = items.find((item) => item.label === label)
    items = found?.submenu ?? []
  }
  if (!found?.click) throw new Error(`no menu item ${path.join(' > ')}`)
  found.click()
}

/** What a test can do from outside, as the user, the page or the system would. */
export const commands = {
  calls: () => calls,
  sent: () => sent,
  windowCount: () => windows().length,
  theme: () => nativeTheme.themeSource,
  menu: () => plain(menu.current),
  trayMenu: () => plain(menu.tray),
  contextMenu: () => plain(menu.context),
  clickContextMenu: (...path: string[]) => clickIn(menu.context, path),
  zoom: (level: number) => window().webContents.setZoomLevel(level),
  dockMenu: () => plain(menu.dock),
  clickTray: () => trays[0]?.emit('click'),
  clickNotification: (at: number) => notifications[at]?.emit('click'),
  isVisible: () => window().visible,
  clickMenu: (...path: string[]) => clickIn(menu.current, path),
  clickTrayMenu: (...path: string[]) => clickIn(menu.tray, path),
  /** `body`: its bytes in base64. */
  async fetch(url: string, method = 'GET', headers: Record<string, string> = {}, body?: string) {
    const serve = schemes.get('app')
    if (!serve) throw new Error('app:// is not served')
    const sent = body === undefined ? {} : { body: Buffer.from(body, 'base64') }
    const response = await serve(new Request(url, { method, headers, ...sent }))
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  },
  async invoke(channel: string, args: unknown[], sender?: Sender) {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`nothing handles ${channel}`)
    return structuredClone(await handler(event(sender), ...args))
  },
  tell: (channel: string, sender?: Sender) => ipcMain.emit(channel, event(sender)),
  /** True when the page was kept from going there. */
  prevented: (name: string, url: string) => emitPreventable(window().webContents, name, { url }),
  /** True when the page may be left although it asked not to (Electron's sense of preventing will-prevent-unload). */
  leavesPage: () => emitPreventable(window().webContents, 'will-prevent-unload'),
  openWindow: (url: string) => window().webContents.open(url),
  permission(name: string) {
    let requested: unknown
    permissions.request?.(null, name, (allowed) => (requested = allowed))
    return { requested, checked: permissions.check?.(null, name, () => undefined), device: permissions.device?.() }
  },
  answerDialog: (answer: Record<string, unknown>) => answerDialog(answer),
  closeWindow: () => window().close(),
  moveWindow(bounds: BrowserWindow['bounds']) {
    window().bounds = bounds
    window().emit('move')
  },
  fullScreen: (on: boolean) => window().setFullScreen(on),
  /** Other displays than before. */
  displays(...areas: [BrowserWindow['bounds'], ...BrowserWindow['bounds'][]]) {
    const [first, ...others] = areas
    screen.displays = [{ id: 1, workArea: first }, ...others.map((workArea, at) => ({ id: at + 2, workArea }))]
    screen.emit('display-metrics-changed')
  },
  minimizeWindow: () => void (window().minimized = true),
  emitWindow: (name: string) => window().emit(name),
  emitPage: (name: string, ...facts: unknown[]) => window().webContents.emit(name, {}, ...facts),
  emitApp: (name: string, ...facts: unknown[]) => app.emit(name, new StandInEvent(), ...facts),
  quit: () => app.quit(),
}
export type Commands = typeof commands

interface Order {
  id: number
  name: keyof Commands
  args: unknown[]
}

/** Takes the orders of the test that started this process. */
export function obey(): void {
  process.on('message', (order: Order) => {
    const run = commands[order.name] as (...args: unknown[]) => unknown
    void answer(order.id, async () => run(...order.args))
  })
}

async function answer(id: number, run: () => Promise<unknown>): Promise<void> {
  try {
    process.send?.({ id, value: await run() })
  } catch (error) {
    process.send?.({ id, error: String(error) })
  }
}
