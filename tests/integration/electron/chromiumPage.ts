import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { chromium, type Browser, type Page } from 'playwright'
import { readPageFile } from '#services/host/pageFile.ts'
import type { Session } from './session.ts'

const DEBIAN = '/usr/bin/chromium'

export interface ChromiumPage {
  page: Page
  address: string
  /** What the page's policy refused, as `directive blockedURI`. */
  violations(): Promise<string[]>
  close(): Promise<void>
}

/**
 * The built page with the built preload in Chromium, its ipcRenderer joined to a main process that runs with the
 * stand-in. The files come over loopback instead of app://, with the same headers.
 */
export async function openChromiumPage(appPath: string, main: Session): Promise<ChromiumPage> {
  const server = await serve(join(appPath, 'out/renderer'), main)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser: Browser = await chromium.launch(
    existsSync(DEBIAN) ? { executablePath: DEBIAN, chromiumSandbox: false } : {},
  )
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1280, height: 800 } })
  await page.exposeFunction('standInInvoke', (channel: string, args: unknown[]) => main.ask('invoke', channel, args))
  await page.exposeFunction('standInTell', (channel: string) => main.ask('tell', channel))
  main.onSent(({ message }) => {
    void page.evaluate((it) => window.standInHear(it), message).catch(() => undefined)
  })
  const preload = await readFile(join(appPath, 'out/preload/bridge.cjs'), 'utf8')
  await page.addInitScript(shim)
  await page.addInitScript(`(function (require) {${preload}\n})(() => window.standInElectron)`)
  return {
    page,
    address,
    violations: () => page.evaluate(() => window.standInViolations),
    async close() {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

declare global {
  interface Window {
    standInInvoke(channel: string, args: unknown[]): Promise<unknown>
    standInTell(channel: string): Promise<unknown>
    standInHear(message: unknown): void
    standInElectron: unknown
    /** The folder in which picked files lie; /picked by default, where there are none. */
    standInPicked?: string
    standInViolations: string[]
  }
}

/** Runs in the page before anything else: the part of `electron` that a preload sees. */
function shim(): void {
  const listeners = new Set<(event: object, message: unknown) => void>()
  window.standInViolations = []
  document.addEventListener('securitypolicyviolation', (event) => {
    window.standInViolations.push(`${event.effectiveDirective} ${event.blockedURI}`)
  })
  window.standInHear = (message) => listeners.forEach((listener) => listener({}, message))
  window.standInElectron = {
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => Object.assign(window, { [name]: api }) },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => window.standInInvoke(channel, args),
      send: (channel: string) => void window.standInTell(channel),
      on: (_channel: string, listener: (event: object, message: unknown) => void) => listeners.add(listener),
      off: (_channel: string, listener: (event: object, message: unknown) => void) => listeners.delete(listener),
    },
    webUtils: {
      getPathForFile({ name, webkitRelativePath }: File): string {
        // As for a file that a script has made: it has no path.
        if (name.startsWith('粘贴的图片')) return ''
        return `${window.standInPicked ?? '/picked'}/${webkitRelativePath || name}`
      },
    },
  }
}

async function serve(root: string, main: Session): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void forward(main, request, response)
    void readPageFile(root, new URL(request.url ?? '/', 'http://x').pathname, '').then(({ status, headers, body }) =>
      response.writeHead(status, headers).end(body),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** What the page sends goes to main's handler of app://, as from its own page. */
async function forward(main: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await buffer(request)).toString('base64')
  const answer = await main.ask('fetch', `app://sitecraft${request.url ?? '/'}`, 'POST', {}, body)
  response.writeHead(answer.status, answer.headers).end(answer.text)
}
