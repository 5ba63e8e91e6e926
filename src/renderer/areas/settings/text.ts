import type { UpdateState } from '#shared/contract/update.ts'

/** As the page shows it: off where the person wants no updates. */
export type ShownPhase = UpdateState['phase'] | 'off'

/** What the program does without a window. */
export const RUNNING = {
  title: '在后台运行',
  choices: [
    {
      name: 'keepInTray',
      title: '关闭窗口后继续运行',
      text: '程序留在系统托盘，同步和上传继续进行；在托盘菜单中选择“退出”才结束。',
    },
    { name: 'startWithSystem', title: '登录系统时启动', text: '在后台启动，不显示窗口，同步随即开始。' },
  ],
} as const

/** The check of spelling. */
export const SPELLING = {
  title: '检查英文拼写',
  text: '在正文、摘要等文字中标出拼错的英文单词；网址、代码和文件路径不检查。中文没有拼写词典，不受影响。',
  download: '在 Windows 和 Linux 上，第一次打开时会从网上下载英文词典。',
}

/** Words of the program's own updates. */
export const UPDATES = {
  title: '程序更新',
  look: '检查更新',
  download: '下载',
  install: '安装并重新启动',
  downloading: '正在下载新版本',
  mode: '有新版本时',
  modes: [
    { value: 'auto', title: '自动下载，退出程序时安装' },
    { value: 'ask', title: '只提醒我' },
    { value: 'off', title: '不检查' },
  ],
  channel: '版本',
  channels: [
    { value: 'latest', title: '正式版' },
    { value: 'beta', title: '测试版' },
  ],
  notes: (version: string): string => `版本 ${version} 的新内容`,
  lookedAt: (time: string): string => `上次检查：${time}`,
  waitsFor: (work: readonly string[]): string => `完成以下工作后自动安装：${work.join('、')}。`,
  returned: ({ returnedFrom, current }: UpdateState): string =>
    `版本 ${returnedFrom} 连续两次没有启动成功，已换回版本 ${current}，数据是升级之前的。这个版本不会再安装，有更新的版本时再升级；原因见“日志与诊断”。`,
  said: (phase: ShownPhase, { current, version, percent, lookedAt }: UpdateState): string =>
    ({
      unsupported: '',
      off: `当前版本 ${current}，不检查新版本。`,
      idle: lookedAt > 0 ? `当前版本 ${current}，没有更新的版本。` : `当前版本 ${current}。`,
      looking: '正在检查……',
      available: `有新版本 ${version}，当前版本 ${current}。`,
      downloading: `正在下载版本 ${version}：${percent}%`,
      ready: `版本 ${version} 已下载，安装后生效。`,
      waiting: `版本 ${version} 已下载，等待安装。`,
      failed: `当前版本 ${current}。`,
    })[phase],
} as const

/** Words of the window that an installed browser shows. */
export const HOST_WINDOW = {
  title: '窗口',
  opens: '启动时',
  nextStart: '下次启动时生效',
  ways: [
    { value: 'app', title: '打开独立窗口（没有 Edge、Chrome 或 Chromium 时用标签页）' },
    { value: 'tab', title: '在浏览器标签页里打开' },
    { value: 'none', title: '只给出打开地址' },
  ],
  browser: '独立窗口使用',
  browsers: [
    { value: 'auto', title: '自动选择' },
    { value: 'edge', title: 'Edge' },
    { value: 'chrome', title: 'Chrome' },
    { value: 'chromium', title: 'Chromium' },
  ],
  stays: '关闭最后一个窗口后继续运行',
  endsHint: '不继续运行时，会先等上传和本地同步完成再退出',
} as const
