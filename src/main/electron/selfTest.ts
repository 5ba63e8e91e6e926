import { app, clipboard, type BrowserWindow } from 'electron'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutgoing } from '#services/network/outgoing.ts'
import type { Host } from '#services/compose.ts'
import type { Ports } from '#services/ports.ts'
import { createHostChecks } from '#services/selfTest/hostChecks.ts'
import { type Check, filesFolderOf, NotPossibleError, runAndPrintChecks } from '#services/selfTest/run.ts'
import { signatureOf } from '#services/updates/feed.ts'

const MB = 1024 * 1024

/** The parts of the running program that the self-test uses. */
interface SelfTestTarget {
  host: Host
  ports: Pick<Ports, 'secrets' | 'notifier'>
  /** Opens the program's window like a normal start. */
  openWindow(): BrowserWindow
  /** Folder for the report. */
  reportFolder: string
}

/** Checks the main functions of the running program and prints the report; returns the exit code. */
export async function runSelfTest(tested: SelfTestTarget): Promise<number> {
  const facts = { version: app.getVersion(), host: 'electron', folder: tested.reportFolder, now: new Date() } as const
  return runAndPrintChecks([...createWindowChecks(tested), ...lastChecks], facts)
}

function createWindowChecks({ host, ports, openWindow, reportFolder }: SelfTestTarget): Check[] {
  const started = performance.now()
  let window: BrowserWindow | null = null
  const opened = (): BrowserWindow => {
    if (!window) throw new NotPossibleError('窗口没有打开')
    return window
  }
  return [
    {
      id: 'start',
      title: '启动',
      run: async () => `${Math.round(started)} 毫秒后服务就绪`,
    },
    {
      id: 'window',
      title: '打开窗口并显示页面',
      async run() {
        const made = openWindow()
        const isShown = new Promise<void>((resolve) => made.once('show', () => resolve()))
        const isLoaded = new Promise<void>((resolve, reject) => {
          made.webContents.once('did-finish-load', () => resolve())
          made.webContents.once('did-fail-load', (_event, code, text) =>
            reject(new Error(`页面加载失败：${text}（${code}）`)),
          )
        })
        await Promise.all([isShown, isLoaded])
        window = made
        return `启动后 ${Math.round(performance.now())} 毫秒`
      },
    },
    ...createHostChecks(host, ports.secrets, filesFolderOf(reportFolder)),
    {
      id: 'print',
      title: '打印为 PDF',
      async run() {
        const bytes = await opened().webContents.printToPDF({ pageSize: 'A4', printBackground: true })
        if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error('生成的文件不是 PDF')
        return `${bytes.length} 字节`
      },
    },
    { id: 'copy', title: '复制到剪贴板', run: () => checkClipboard(opened()) },
    {
      id: 'notify',
      title: '系统通知',
      async run() {
        if (!(await ports.notifier.notify('站匠自检', '这是一条测试通知', '')))
          throw new NotPossibleError('系统没有显示通知，可能在系统设置中被关闭')
        return ''
      },
    },
  ]
}

const lastChecks: Check[] = [
  { id: 'update', title: '检查更新（自带的更新源）', run: checkUpdateFeed },
  {
    id: 'memory',
    title: '内存',
    async run() {
      const bytes = app.getAppMetrics().reduce((sum, { memory }) => sum + memory.workingSetSize * 1024, 0)
      return `全部进程 ${Math.round(bytes / MB)} MB`
    },
  },
]

/** Copies through the page like its copy buttons; then restores the user's clipboard. */
async function checkClipboard({ webContents }: BrowserWindow): Promise<string> {
  const [before, text] = [await clipboard.readText(), `站匠自检 ${Date.now()}`]
  webContents.focus()
  await webContents.executeJavaScript(`navigator.clipboard.writeText(${JSON.stringify(text)})`, true)
  const after = await clipboard.readText()
  await clipboard.writeText(before)
  if (after !== text) throw new Error('剪贴板内容与复制的内容不一致')
  return ''
}

/** Serves a local feed with the current version, first with a valid and then with an invalid signature. */
async function checkUpdateFeed(): Promise<string> {
  if (!app.isPackaged) throw new NotPossibleError('开发环境中运行，没有更新')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sha512 = createHash('sha512').update('').digest('base64')
  const text = `version: ${app.getVersion()}\nfiles:\n  - url: a.exe\n    sha512: ${sha512}\n    size: 1\npath: a.exe\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  let signature = signatureOf(text, privateKey)
  let wasAsked = false
  const server = createServer((request, response) => {
    wasAsked = true
    response.end(request.url?.includes('.sig') ? signature : text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { createSystemUpdater } = await import('./adapters/systemUpdater.ts')
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const updater = createSystemUpdater({ url, publicKey: key }, createOutgoing({ env: {}, system: null }), '')
    if ((await updater.look('latest', '')) !== null) throw new Error('将相同的版本识别为新版本')
    if (!wasAsked) throw new NotPossibleError('该安装方式不支持自动更新')
    signature = signatureOf('别的内容', privateKey)
    const refused = await updater.look('latest', '').then(
      () => false,
      () => true,
    )
    if (!refused) throw new Error('接受了签名有误的更新信息')
    return '相同版本不更新，签名有误时拒绝'
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
