import { z } from 'zod'
import { credentials, factorCode, passwordChange, siteGrant } from './account.ts'
import { hostMutation, hostQuery } from './define.ts'
import { none, nothing } from './fields.ts'
import { keychainStatus } from './keychain.ts'
import { searchProgress } from './localFile.ts'
import { notice } from './notice.ts'
import { pageWindowEvents } from './pageWindow.ts'
import { sheetProgress } from './sheet.ts'
import { selfTestReport } from './selfTest.ts'
import { UPDATE_CHANNELS, UPDATE_MODES, updateState } from './update.ts'
import { uploadChanges } from './uploads.ts'

/** Id of a local path that the user granted to the services by a gesture (architecture.md, Processes). */
export const grant = z.string().min(1).max(200)

const rowId = z.number().int().min(1)

export const connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['builtin', 'remote']),
  baseUrl: z.string(),
  /** Operation name → path, for servers that use other paths than the contract's. */
  pathMap: z.record(z.string(), z.string()),
  /** SHA-256 fingerprint of a self-signed certificate that the user accepted; empty for none. */
  certificate: z.string(),
})
export type Connection = z.output<typeof connection>

export const connectionForm = z.object({
  id: z.string().max(64).default(''),
  name: z.string('请输入连接名称').trim().min(1, '请输入连接名称').max(64, '连接名称不能超过 64 个字'),
  baseUrl: z
    .string('请输入服务器地址')
    .trim()
    .min(1, '请输入服务器地址')
    .max(500)
    .refine(
      (value) => /^https?:\/\/[^\s/]+/i.test(value),
      '服务器地址应以 http:// 或 https:// 开头，例如 https://cms.example.com',
    ),
  pathMap: z.record(z.string(), z.string()).default({}),
  certificate: z.string().default(''),
})

/** The session as the page may know it: everything but the token. */
const sessionStatus = z.object({
  /** none: no connection is chosen yet (first run). */
  state: z.enum(['none', 'signed-out', 'expired', 'signed-in']),
  connection: connection.nullable(),
  username: z.string(),
  groupId: z.number(),
  /** The last site chosen in any window: a new window starts with it and then keeps its own. */
  currentSiteId: z.number(),
  siteItemDTOList: z.array(siteGrant),
  /** An administrator set the password: every other call is refused until it is changed. */
  mustChangePassword: z.boolean(),
  /** The group requires a second factor: every other call is refused until it is set up. */
  mustSetUpFactor: z.boolean(),
  /** false: without a keychain the session ends with the program (the sign-in page says so). */
  remembered: z.boolean(),
  /** An account was signed in when the program ended, and the keychain works but no longer has the token. */
  isTokenLost: z.boolean(),
})
export type SessionStatus = z.output<typeof sessionStatus>

const cardIds = z.array(z.string().max(40)).max(40)

export const settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Size of the text in the code editor, px (A·§9: 16). */
  editorFontSize: z.number().int().min(10).max(32),
  sidebarCollapsed: z.boolean(),
  /** Bandwidth limit of all uploads together, KB (1024 bytes) per second; 0: no limit. */
  uploadLimitKbps: z.number().int().min(0).max(10_000_000),
  updateMode: z.enum(UPDATE_MODES),
  updateChannel: z.enum(UPDATE_CHANNELS),
  /** Without Electron: the page opens in a window of its own, a tab, or not automatically. */
  hostWindow: z.enum(['app', 'tab', 'none']),
  /** Browser for that window. */
  hostBrowser: z.enum(['auto', 'edge', 'chrome', 'chromium']),
  /** The host keeps running after its last window was closed. */
  hostStays: z.boolean(),
  /** View of the resource library. */
  libraryView: z.enum(['grid', 'list']),
  /** Accounts (connection and name) whose entry form fills the window. */
  wideForms: z.array(z.string().max(400)).max(200),
  /** Closing the window keeps the program running, so that synchronisation continues. */
  keepInTray: z.boolean(),
  /** The hint about the tray was shown once. */
  trayTold: z.boolean(),
  /** The program starts without a window when the user signs in to the computer. */
  startWithSystem: z.boolean(),
  /** Electron checks the spelling of English words; a browser has its own setting. */
  spellCheck: z.boolean(),
  /** Arrangement of the home page per account (connection and name): order of the cards, and hidden cards. */
  homeCards: z.array(z.object({ account: z.string().max(400), order: cardIds, hidden: cardIds })).max(200),
})
export type Settings = z.output<typeof settings>

/** Settings until the user changes them. */
export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  editorFontSize: 16,
  sidebarCollapsed: false,
  uploadLimitKbps: 0,
  updateMode: 'auto',
  updateChannel: 'latest',
  hostWindow: 'app',
  hostBrowser: 'auto',
  hostStays: false,
  libraryView: 'grid',
  wideForms: [],
  keepInTray: false,
  trayTold: false,
  startWithSystem: false,
  spellCheck: false,
  homeCards: [],
}

export const appInfo = z.object({
  host: z.enum(['electron', 'browser']),
  version: z.string(),
  /** The host has a native folder dialog; otherwise the page shows the host's own folder chooser. */
  nativeDialogs: z.boolean(),
  keychain: keychainStatus,
  dataDir: z.string(),
  /** Started with --safe: tabs are not restored and synchronisation is paused. */
  safe: z.boolean(),
})

const count = z.number().int().min(0).max(1_000_000)
/** Running and waiting work, for the tray, the badge and the task bar. */
const desktopState = z.object({
  /** Number of workspaces that synchronise now. */
  syncing: count,
  conflicts: count,
  /** Approval tasks. */
  tasks: count,
  /** Unread notices. */
  unread: count,
  /** Files that still have to be uploaded. */
  uploads: count,
  /** Server jobs that the user started. */
  jobs: count,
})
export type DesktopState = z.output<typeof desktopState>

/** An entry of the task bar's or dock's jump list. */
const jumpTarget = z.object({
  title: z.string().min(1).max(100),
  /** Address of the page. */
  href: z.string().max(500),
  /** The site to switch to; 0: none. */
  siteId: z.number().int().min(0),
  /** recent: a visited page; begin: creates something new. */
  kind: z.enum(['recent', 'begin']),
})
export type JumpTarget = z.output<typeof jumpTarget>

const folderNode = z.object({ node: grant, name: z.string(), readable: z.boolean() })
const sessionStale = ['session.status', 'connections.list', 'column.getTree', 'site.page'] as const

export const hostOperations = {
  'app.info': hostQuery({ title: '程序信息', input: none, output: appInfo }),
  /** Retries a failed keychain and stores the secrets that are held in memory. */
  'app.retryKeychain': hostMutation({
    title: '重试系统钥匙串',
    input: none,
    output: keychainStatus,
    stale: ['app.info', 'session.status'],
  }),
  /** The page has drawn its first screen, which confirms a new update. */
  'app.shown': hostMutation({ title: '页面已显示', input: none, output: nothing }),
  /**
   * Reports the page's unsaved work to the host, which asks before closing the window.
   * @param window '': the main one
   */
  'app.setUnsaved': hostMutation({
    title: '未保存的内容',
    input: z.object({ titles: z.array(z.string().max(300)).max(100), window: z.string().max(100).default('') }),
    output: nothing,
  }),
  'app.openExternal': hostMutation({
    title: '打开外部链接',
    input: z.object({ url: z.url('链接无效').max(2000) }),
    output: nothing,
  }),

  /**
   * A notification of the operating system; `shown` is false where the host has none and the page may use the
   * browser's.
   */
  'app.notify': hostMutation({
    title: '系统通知',
    /** `href`: page to open on click; '' for none. */
    input: z.object({ title: z.string().max(300), body: z.string().max(1000), href: z.string().max(1000).default('') }),
    output: z.object({ shown: z.boolean() }),
  }),

  /** Reports running and waiting work to the host, for the tray, the badge and the task bar. */
  'desktop.showState': hostMutation({ title: '桌面状态', input: desktopState, output: nothing }),
  'desktop.setJumpList': hostMutation({
    title: '快捷入口',
    input: z.object({ places: z.array(jumpTarget).max(30) }),
    output: nothing,
  }),

  'settings.get': hostQuery({ title: '设置', input: none, output: settings }),
  'settings.set': hostMutation({
    title: '保存设置',
    input: settings.partial(),
    output: settings,
    stale: ['settings.get'],
  }),

  'connections.list': hostQuery({
    title: '连接列表',
    input: none,
    output: z.object({
      current: z.string(),
      connections: z.array(connection),
      /** Restrictions set by the administrator; absent: none. */
      managed: z.object({ ids: z.array(z.string()), locked: z.boolean(), builtin: z.boolean() }).optional(),
    }),
  }),
  /** Connects to the server, reads its public key and returns what it found. Throws with the reason in Chinese. */
  'connections.test': hostMutation({
    title: '测试连接',
    input: connectionForm,
    output: z.object({ own: z.boolean(), version: z.string(), milliseconds: z.number(), certificate: z.string() }),
  }),
  'connections.save': hostMutation({
    title: '保存连接',
    input: connectionForm,
    output: connection,
    stale: ['connections.list', 'session.status'],
  }),
  'connections.remove': hostMutation({
    title: '删除连接',
    input: z.object({ id: z.string() }),
    output: nothing,
    stale: sessionStale,
  }),
  /** Makes the connection current; `builtin` starts the built-in server and signs in automatically. */
  'connections.use': hostMutation({
    title: '使用连接',
    input: z.object({ id: z.string() }),
    output: sessionStatus,
    stale: sessionStale,
  }),

  'session.status': hostQuery({ title: '登录状态', input: none, output: sessionStatus }),
  'session.signIn': hostMutation({
    title: '登录',
    input: credentials.extend({ imageCodeKey: z.string(), factorCode }),
    output: sessionStatus,
    stale: sessionStale,
  }),
  /** Without a token: uses the built-in server's short-lived token. */
  'session.autoLogin': hostMutation({
    title: '自动登录',
    input: z.object({ token: z.string().max(1024).optional(), factorCode }),
    output: sessionStatus,
    stale: sessionStale,
  }),
  'session.signOut': hostMutation({ title: '退出登录', input: none, output: sessionStatus, stale: sessionStale }),
  /** Reads the session's current state from the server: required actions and grants. */
  'session.refresh': hostMutation({
    title: '刷新登录状态',
    input: none,
    output: sessionStatus,
    stale: ['session.status'],
  }),
  /** Changes one's own password, which is sent encrypted; the account's other sessions end. */
  'session.changePassword': hostMutation({
    title: '修改密码',
    input: passwordChange,
    output: sessionStatus,
    stale: ['session.status'],
  }),
  'session.setCurrentSite': hostMutation({
    title: '切换站点',
    input: z.object({ siteId: z.number() }),
    output: sessionStatus,
    stale: ['session.status'],
  }),

  /** Electron: the native dialog; null when the user cancels. */
  'folders.choose': hostMutation({
    title: '选择文件夹',
    input: none,
    output: z.object({ grant, label: z.string() }).nullable(),
  }),
  /** The folder chooser of the browser host. Without a node: home and the roots. */
  'folders.list': hostQuery({
    title: '浏览文件夹',
    input: z.object({ node: grant.optional() }),
    output: z.object({
      path: z.string(),
      node: grant.nullable(),
      parent: grant.nullable(),
      folders: z.array(folderNode),
    }),
  }),
  'folders.create': hostMutation({
    title: '新建文件夹',
    input: z.object({ node: grant, name: z.string('请输入名称').trim().min(1, '请输入名称').max(255) }),
    output: folderNode,
    stale: ['folders.list'],
  }),
  'folders.grant': hostMutation({
    title: '选定文件夹',
    input: z.object({ node: grant }),
    output: z.object({ grant, label: z.string() }),
  }),

  /** Electron saves the file and returns its path; the browser host returns a loopback address that the page opens. */
  'downloads.templateFile': hostMutation({
    title: '下载模板文件',
    input: z.object({ path: z.string().max(2000), downloadFileName: z.string().min(1).max(255) }),
    output: z.object({ href: z.string(), savedAs: z.string() }),
  }),
  /** Like downloads.templateFile, for a whole template as a zip file. */
  'downloads.template': hostMutation({
    title: '导出模板',
    input: z.object({ id: rowId, name: z.string().min(1).max(254) }),
    output: z.object({ href: z.string(), savedAs: z.string() }),
  }),
  /** Like downloads.templateFile, for an exported site. */
  'downloads.siteArchive': hostMutation({
    title: '下载站点导出包',
    input: z.object({ siteId: rowId, jobId: rowId, name: z.string().min(1).max(254) }),
    output: z.object({ href: z.string(), savedAs: z.string() }),
  }),
  'downloads.release': hostMutation({
    title: '下载发布的压缩包',
    input: z.object({ id: rowId, name: z.string().min(1).max(254) }),
    output: z.object({ href: z.string(), savedAs: z.string() }),
  }),
  /** An image of the connected server as a data URL, as the page may not load from elsewhere; empty if there is none. */
  'media.image': hostQuery({
    title: '图片',
    input: z.object({ accessPath: z.string().max(2000) }),
    output: z.object({ dataUrl: z.string() }),
  }),
  /**
   * An address on the page's own origin for a picture, audio, video or PDF of the connected server. It supports
   * repeated range requests and expires hours after its last use.
   */
  'media.open': hostQuery({
    title: '预览',
    input: z.object({ accessPath: z.string().min(1, '没有可以预览的文件').max(2000) }),
    output: z.object({ href: z.string() }),
  }),
}

const uploadedFile = z.object({
  /** Path within the template's folder. */
  path: z.string(),
  hash: z.string(),
  /** Hash of the replaced content; null: a new file. */
  replaced: z.string().nullable(),
})
export type UploadedFile = z.output<typeof uploadedFile>

/** Events that the host pushes to the page. */
export const hostEvents = {
  'session.changed': sessionStatus,
  /** Whether the server is reachable. */
  'connectivity.changed': z.object({ online: z.boolean(), message: z.string() }),
  'settings.changed': settings,
  /** State of one workspace changed; the page reads what it shows. */
  'workspace.changed': z.object({ id: z.string() }),
  /**
   * Files of a template changed on the server, by someone else or by sync. `uploaded`: files that this machine's synced
   * folder uploaded, oldest first, with the SHA-256 of the new and of the replaced content.
   */
  'template.changed': z.object({ folder: z.string(), uploaded: z.array(uploadedFile) }),
  'uploads.changed': uploadChanges,
  /** Number of rows written so far for a running sheets.download. */
  'sheets.progress': sheetProgress.extend({ download: z.string() }),
  /** Number of unread notices, and the new ones since the last event, oldest first. */
  'notices.changed': z.object({ unread: z.number(), news: z.array(notice) }),
  /** State of newer versions of the program, on each change. */
  'update.changed': updateState,
  /** Progress of a self-test. */
  'selfTest.changed': selfTestReport,
  /** New matches of a running localFiles.search. */
  'localFiles.found': searchProgress,
  /** Request to show this address of the page in the window. */
  'page.open': z.object({ href: z.string() }),
  ...pageWindowEvents,
  /** A short message to show as a toast. */
  notice: z.object({ level: z.enum(['info', 'success', 'warning', 'error']), text: z.string() }),
}
export type HostEvents = { [E in keyof typeof hostEvents]: z.output<(typeof hostEvents)[E]> }
export type HostEventName = keyof HostEvents
