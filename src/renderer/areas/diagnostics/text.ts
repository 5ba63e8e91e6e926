import type { CrashReport, LogArea, LogLevel, Running } from '#shared/contract/diagnostics.ts'

export const DIAGNOSTICS = {
  title: '日志与诊断',
  intro: '程序自己的记录，只保存在这台电脑上。',
  back: '返回',
  about: '关于站匠',
  tabs: { log: '日志', running: '运行状况', crashes: '崩溃报告', package: '诊断包', selfTest: '自检' },
  refresh: '刷新',
} as const

export const LOG = {
  label: '日志记录',
  search: '搜索记录',
  level: '级别',
  area: '部分',
  follow: '跟随新记录',
  all: '全部',
  none: '没有符合条件的记录',
  noneText: '换一个条件，或清除搜索。',
  shown: (count: number, more: boolean): string =>
    `已显示 ${count.toLocaleString('zh-CN')} 条${more ? '，向下滚动显示更早的记录' : ''}`,
  details: '记录的详细内容',
  choose: '选择一条记录，查看它的详细内容。',
  noFacts: '没有更多内容',
} as const

export const LEVEL_TITLES: Record<LogLevel, string> = { info: '信息', warn: '警告', error: '错误' }
export const LEVEL_CHOICES: Record<LogLevel, string> = { info: '全部级别', warn: '警告和错误', error: '只看错误' }

export const AREA_TITLES: Record<LogArea, string> = {
  program: '程序',
  operations: '操作',
  session: '登录',
  network: '网络',
  server: '内置服务器',
  sync: '本地同步',
  uploads: '上传',
  preview: '实时预览',
  updates: '程序更新',
}

const SYNC_STATES: Record<Running['workspaces'][number]['state'], string> = {
  starting: '正在启动',
  idle: '已同步',
  syncing: '正在同步',
  offline: '连接不上服务器',
  'signed-out': '没有登录',
  paused: '已暂停',
  halted: '安全停止，等待处理',
  locked: '由另一个站匠同步',
  failed: '同步失败，会自动重试',
}

export const RUNNING = {
  processes: '进程',
  name: '名称',
  pid: '进程号',
  cpu: '处理器',
  memory: '内存',
  unknown: '—',
  work: '正在进行的工作',
  uploads: '上传',
  uploadsText: (active: number, open: number, failed: number): string =>
    `正在上传 ${active} 个，等待 ${Math.max(0, open - active)} 个，失败 ${failed} 个`,
  sync: '本地同步',
  noSync: '没有本地工作区',
  syncText: (state: keyof typeof SYNC_STATES, waiting: number, failed: number): string =>
    `${SYNC_STATES[state]}，等待 ${waiting} 个文件，失败 ${failed} 个`,
  jobs: '服务器任务',
  noJobs: '没有进行中的任务',
  jobsUnknown: '登录后显示',
  server: '内置服务器',
  serverPort: (port: number): string => `运行中，端口 ${port}`,
  noServer: '没有运行',
  started: '程序启动时间',
  folder: '数据文件夹',
  path: '位置',
  total: '总大小',
  free: '磁盘可用空间',
  loose: '其他文件',
  hint: '显示这一页时每 2 秒更新；文件夹大小每分钟统计一次。',
} as const

/** Folders of the data folder that people ask about. */
export const FOLDER_TITLES: Record<string, string> = {
  server: '内置服务器的数据',
  sync: '本地同步的状态和回收站',
  logs: '日志',
  crashes: '崩溃报告',
  drafts: '本机暂存',
  spool: '等待上传的文件',
  electron: '窗口的缓存',
  'before-upgrade': '升级前的备份',
  updates: '安装包',
}

export const CRASHES = {
  none: '没有崩溃报告',
  noneText: '程序意外结束时，这里会留下报告。报告只保存在这台电脑上，不会自动发送。',
  clear: '删除全部报告',
  clearQuestion: '删除全部崩溃报告？',
  clearText: '报告和转储文件会从这台电脑上删除。',
  dumps: (count: number): string =>
    `另有 ${count} 个转储文件。它们含有程序当时的内存内容，只保存在这台电脑上，不会放进诊断包。`,
  folder: '位置',
  process: { host: '站匠', server: '内置服务器', window: '窗口', other: '辅助进程' } satisfies Record<
    CrashReport['process'],
    string
  >,
} as const

export const PACKAGE = {
  intro:
    '把程序的状态收集成一个 zip 文件，交给技术支持时使用。用户名、站点名、服务器地址、文件夹、电话和邮箱都换成了代号，不含密码、令牌和内容。保存之前请逐个查看，不想给出的可以去掉。',
  gather: '收集诊断信息',
  again: '重新收集',
  gathering: '正在收集…',
  save: '保存诊断包',
  saved: (path: string): string => `已保存到 ${path}`,
  files: '诊断包里的文件',
  include: (title: string): string => `放进诊断包：${title}`,
  chosen: (count: number, size: string): string => `已选 ${count} 个文件，共 ${size}`,
  content: (title: string): string => `${title}的内容`,
} as const

export const SELF_TEST = {
  start: '开始自检',
  again: '重新自检',
  running: '正在自检，大约需要一分钟',
  stop: '停止自检',
  intro:
    '在一个单独的数据文件夹里再启动一次程序，逐项试用登录、钥匙串、上传、同步、预览、窗口、打印、复制、通知和更新。您的数据不会受影响，结束后自动清理。',
  points: '自检项目',
  report: '自检报告',
  copy: '复制自检报告',
  time: (ms: number): string => (ms < 1000 ? `${ms} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`),
} as const
