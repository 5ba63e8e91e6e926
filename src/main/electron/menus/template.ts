import type { MenuItemConstructorOptions } from 'electron'
import type { Settings } from '#shared/contract/host.ts'

interface MenuChoices {
  mac: boolean
  /** A packaged program has no developer tools. */
  packaged: boolean
  theme: Settings['theme']
  setTheme(theme: Settings['theme']): void
  openDataFolder(): void
  openSettings(): void
  print(): void
  savePdf(): void
  /** Installs `sitecraft` as a terminal command; null where the package has installed it. */
  installCommand: (() => void) | null
}

const THEMES: readonly { theme: Settings['theme']; label: string }[] = [
  { theme: 'system', label: '跟随系统' },
  { theme: 'light', label: '浅色' },
  { theme: 'dark', label: '深色' },
]

/** The native menu as data. Saving is the page's own shortcut, because only the page knows the current document. */
export function createMenuTemplate(choices: MenuChoices): MenuItemConstructorOptions[] {
  return [
    ...(choices.mac ? [programMenu(choices)] : []),
    fileMenu(choices),
    editMenu(choices),
    viewMenu(choices),
    windowMenu(choices),
  ]
}

const line: MenuItemConstructorOptions = { type: 'separator' }

const programMenu = ({ openSettings }: MenuChoices): MenuItemConstructorOptions => ({
  label: '站匠',
  submenu: [
    { role: 'about', label: '关于站匠' },
    line,
    { label: '设置…', accelerator: 'Cmd+,', click: openSettings },
    line,
    { role: 'services', label: '服务' },
    line,
    { role: 'hide', label: '隐藏站匠' },
    { role: 'hideOthers', label: '隐藏其他' },
    { role: 'unhide', label: '全部显示' },
    line,
    { role: 'quit', label: '退出站匠' },
  ],
})

const fileMenu = ({
  mac,
  openDataFolder,
  print,
  savePdf,
  installCommand,
}: MenuChoices): MenuItemConstructorOptions => ({
  label: mac ? '文件' : '文件(&F)',
  submenu: [
    // Ctrl/Cmd+P belongs to the editor of files.
    { label: '打印…', click: print },
    { label: '另存为 PDF…', click: savePdf },
    line,
    { label: '打开数据文件夹', click: openDataFolder },
    ...(installCommand ? [{ label: '安装终端命令 sitecraft…', click: installCommand }] : []),
    line,
    // Ctrl/Cmd+W belongs to the page tabs.
    { role: 'close', label: '关闭窗口', accelerator: 'CmdOrCtrl+Shift+W' },
    ...(mac ? [] : [{ role: 'quit', label: '退出', accelerator: 'Ctrl+Q' } satisfies MenuItemConstructorOptions]),
  ],
})

const editMenu = ({ mac }: MenuChoices): MenuItemConstructorOptions => ({
  label: mac ? '编辑' : '编辑(&E)',
  submenu: [
    { role: 'undo', label: '撤销' },
    { role: 'redo', label: '重做' },
    line,
    { role: 'cut', label: '剪切' },
    { role: 'copy', label: '复制' },
    { role: 'paste', label: '粘贴' },
    { role: 'pasteAndMatchStyle', label: '粘贴为纯文本' },
    { role: 'delete', label: '删除' },
    line,
    { role: 'selectAll', label: '全选' },
  ],
})

const viewMenu = ({ mac, packaged, theme, setTheme }: MenuChoices): MenuItemConstructorOptions => ({
  label: mac ? '视图' : '视图(&V)',
  submenu: [
    { role: 'reload', label: '重新加载', accelerator: 'CmdOrCtrl+Shift+R' },
    ...(packaged ? [] : [{ role: 'toggleDevTools', label: '开发者工具' } satisfies MenuItemConstructorOptions]),
    line,
    { role: 'zoomIn', label: '放大', accelerator: 'CmdOrCtrl+=' },
    { role: 'zoomOut', label: '缩小', accelerator: 'CmdOrCtrl+-' },
    { role: 'resetZoom', label: '实际大小', accelerator: 'CmdOrCtrl+0' },
    line,
    {
      label: '外观',
      submenu: THEMES.map((one) => ({
        label: one.label,
        type: 'radio',
        checked: one.theme === theme,
        click: () => setTheme(one.theme),
      })),
    },
    { role: 'togglefullscreen', label: '全屏' },
  ],
})

const windowMenu = ({ mac }: MenuChoices): MenuItemConstructorOptions => ({
  label: mac ? '窗口' : '窗口(&W)',
  role: 'windowMenu',
  submenu: [
    { role: 'minimize', label: '最小化' },
    ...(mac ? macWindowItems : []),
    ...(mac ? [] : [line, { role: 'about', label: '关于站匠' } satisfies MenuItemConstructorOptions]),
  ],
})

const macWindowItems: MenuItemConstructorOptions[] = [
  { role: 'zoom', label: '缩放' },
  line,
  { role: 'front', label: '前置全部窗口' },
]
