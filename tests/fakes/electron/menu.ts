import { EventEmitter } from 'node:events'
import { record } from './record.ts'
import { checkOptions, strict } from './strict.ts'

export interface MenuItem {
  label?: string
  role?: string
  accelerator?: string
  checked?: boolean
  submenu?: MenuItem[]
  click?: () => void
}

/** The menus that there are: of the windows, of the tray's icon, of the dock. */
export const menu: { current: MenuItem[]; tray: MenuItem[]; dock: MenuItem[]; context: MenuItem[] } = {
  current: [],
  tray: [],
  dock: [],
  context: [],
}

class StandInMenu extends EventEmitter {
  readonly items: MenuItem[]
  constructor(items: MenuItem[] = []) {
    super()
    this.items = items
  }
  static buildFromTemplate(template: MenuItem[]): StandInMenu {
    for (const [at, item] of template.entries()) checkItem(item, `menu item ${at + 1}`)
    return new StandInMenu(template)
  }
  static setApplicationMenu(one: StandInMenu | null): void {
    menu.current = one?.items ?? []
  }
  popup = (): void => void (menu.context = this.items)
}

function checkItem(item: MenuItem, at: string): void {
  const { submenu, ...own } = item
  checkOptions(own, 'MenuItemConstructorOptions', at)
  for (const [index, each] of (submenu ?? []).entries()) checkItem(each, `${at} > ${index + 1}`)
}

export const Menu = strict(StandInMenu, 'Menu', {
  isClass: true,
  afterReady: ['buildFromTemplate', 'setApplicationMenu'],
})

export const trays: StandInTray[] = []
class StandInTray extends EventEmitter {
  #isDestroyed = false
  constructor(_image: unknown) {
    super()
    record('new Tray')
    trays.push(this)
    return strict(this, 'Tray', { isDestroyed: this.isDestroyed })
  }
  isDestroyed = (): boolean => this.#isDestroyed
  destroy = (): void => void (this.#isDestroyed = true)
  setToolTip = (text: string): void => record('tray.setToolTip', text)
  setContextMenu = (one: StandInMenu): void => void (menu.tray = one.items)
  setImage = (): void => record('tray.setImage')
}
export const Tray = strict(StandInTray, 'Tray', { isClass: true, afterReady: 'all' })
