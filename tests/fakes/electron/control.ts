import { autoUpdater, rawApp } from './app.ts'
import { menu, trays, type MenuItem } from './menu.ts'
import {
  answerDialog,
  handlers,
  nativeTheme,
  notifications,
  permissions,
  rawIpcMain,
  rawPowerMonitor,
  rawScreen,
  schemes,
} from './parts.ts'
import { calls, emitPreventable, StandInEvent } from './record.ts'
import { lookup } from './strict.ts'
import { allWindows, sent, type StandInWindow } from './window.ts'

const windows = allWindows
function window(): StandInWindow {
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

/** The stand-in's own events are Electron's, too. */
function emitTyped(target: NodeJS.EventEmitter, type: string, name: string, ...facts: unknown[]): boolean {
  const platforms = lookup.event(type, name)
  if (platforms === undefined) throw new Error(`there is no event ${name} of ${type}`)
  if (!lookup.isHere(platforms)) throw new Error(`there is no event ${name} of ${type} on this system`)
  return target.emit(name, new StandInEvent(), ...facts)
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
  zoom: (level: number) => window().page.setZoomLevel(level),
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
  tell: (channel: string, sender?: Sender) => rawIpcMain.emit(channel, event(sender)),
  /** True when the page was kept from going there. */
  prevented: (name: string, url: string) => emitPreventable(window().page, name, { url }),
  /** True when the page may be left although it asked not to (Electron's sense of preventing will-prevent-unload). */
  leavesPage: () => emitPreventable(window().page, 'will-prevent-unload'),
  openWindow: (url: string) => window().page.open(url),
  /** What a page of that origin gets when it asks for a permission. */
  permission(name: string, { url, mainFrame }: Sender = page) {
    let requested: unknown
    const facts = { requestingUrl: url, isMainFrame: mainFrame }
    permissions.request?.(window().webContents, name, (allowed) => (requested = allowed), facts)
    const checked = permissions.check?.(window().webContents, name, url, facts)
    return { requested, checked, device: permissions.device?.() }
  },
  answerDialog: (answer: Record<string, unknown>) => answerDialog(answer),
  closeWindow: () => window().close(),
  moveWindow(bounds: StandInWindow['bounds']) {
    window().bounds = bounds
    window().emit('move')
  },
  fullScreen: (on: boolean) => window().setFullScreen(on),
  /** Other displays than before. */
  displays(...areas: [StandInWindow['bounds'], ...StandInWindow['bounds'][]]) {
    const [first, ...others] = areas
    rawScreen.displays = [{ id: 1, workArea: first }, ...others.map((workArea, at) => ({ id: at + 2, workArea }))]
    rawScreen.emit('display-metrics-changed')
  },
  minimizeWindow: () => void (window().minimized = true),
  emitWindow: (name: string) => emitTyped(window(), 'BrowserWindow', name),
  endSession: () => window().endSession(),
  emitPower: (name: string) => emitTyped(rawPowerMonitor, 'PowerMonitor', name),
  /** What a Mac does for an update: its windows go before the program is asked to quit. */
  quitAndInstall: () => autoUpdater.quitAndInstall(),
  emitPage: (name: string, ...facts: unknown[]) => emitTyped(window().page, 'WebContents', name, ...facts),
  emitApp: (name: string, ...facts: unknown[]) => emitTyped(rawApp, 'App', name, ...facts),
  quit: () => rawApp.quit(),
  /** A mistake somewhere in the main process. */
  throwInMain: (text: string) =>
    void setTimeout(() => {
      throw new Error(text)
    }),
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
