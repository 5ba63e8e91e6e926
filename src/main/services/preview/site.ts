import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type PageProblem, prefixAddresses } from '#engine/index.ts'
import { contentTypeOf } from '#shared/domain/contentTypes.ts'
import { AppError } from '#shared/errors/index.ts'
import { createIgnoreRules } from '#services/sync/core/ignoreRules.ts'
import { resolveFileBelow, readTemplateFolder } from '#services/templateCheck/folder.ts'
import { watchFolder } from '#services/sync/local/watchFolder.ts'
import type { Watcher } from '#services/sync/local/watcher.ts'
import { createDrawer, type Drawer } from './drawThread.ts'
import { createEmptyPage, addPreviewClient } from './overlay.ts'
import type { PreviewServer } from './server.ts'

/** ms. Debounce: an editor's save causes several hints. */
const DEBOUNCE_MS = 30

/** A previewed workspace: its pages on the previews' loopback port, drawn from the local files. */
export interface PreviewSite {
  /** Address of the home page, with an unguessable part. */
  readonly href: string
  readonly drawer: Drawer
  /** Reloads every open page. */
  reload(): void
  close(): Promise<void>
}

/**
 * @param uploadsAt address of the server that has the uploads of the pages
 * @throws AppError `unavailable` when this computer has no free port
 */
export async function startPreviewSite(
  server: PreviewServer,
  root: string,
  uploadsAt: () => string,
): Promise<PreviewSite> {
  const origin = await server.origin()
  if (origin === '') throw new AppError('unavailable', '本机没有可用的端口，无法打开实时预览，请稍后重试')
  const { prefix, remove } = server.mount(answer)
  const drawer = createDrawer()
  const openPages = new OpenPages()
  /** The last successfully drawn HTML by path; an error is shown on top of it. */
  const lastGoodHtml = new Map<string, string>()

  async function page(path: string, response: ServerResponse): Promise<boolean> {
    const before = openPages.version
    const drawn = await drawer.ask({ kind: 'page', root, path }).catch((error: unknown) => {
      const problem: PageProblem = { page: path, file: '', line: 0, message: (error as Error).message }
      return { isPage: true, html: null, problem }
    })
    if (!drawn.isPage) return false
    if (drawn.html !== null) lastGoodHtml.set(path, drawn.html)
    const html = drawn.html ?? lastGoodHtml.get(path) ?? createEmptyPage('页面暂时无法显示', '请按下方的提示修正模板。')
    send(
      response,
      200,
      contentTypeOf('index.html'),
      addPreviewClient(prefixAddresses(html, prefix), { prefix, version: before, problem: drawn.problem }),
    )
    return true
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/'
    if (/^\/(?:files|thumbs)\//.test(url)) {
      response.writeHead(302, { location: new URL(url, uploadsAt()).href, 'access-control-allow-origin': '*' }).end()
      return
    }
    if (!url.startsWith(`${prefix}/`)) return send(response, 404, 'text/plain', '')
    const path = pathOf(url.slice(prefix.length))
    if (path === '__live')
      return openPages.add(response, Number(new URL(url, 'http://x').searchParams.get('since') ?? openPages.version))
    if (path !== null && /\.(?:s?html?)$/i.test(path) && (await page(path, response))) return
    const file = path === null ? null : resolveFileBelow(root, path)
    if (file === null)
      return send(
        response,
        404,
        contentTypeOf('index.html'),
        addPreviewClient(createEmptyPage('没有该页面', '网站上没有该地址，请检查链接或栏目的地址设置。'), {
          prefix,
          version: openPages.version,
          problem: null,
        }),
      )
    const type = contentTypeOf(file)
    if (type.startsWith('text/css'))
      return send(response, 200, type, prefixAddresses(await readFile(file, 'utf8'), prefix))
    response.writeHead(200, headersOf(type))
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
  }

  const watcher = await watchForChanges(root, (event) => openPages.notify(event))
  return {
    href: `${origin}${prefix}/`,
    drawer,
    reload: () => openPages.notify('page'),
    async close() {
      remove()
      watcher.close()
      openPages.close()
      await drawer.close()
    },
  }
}

/** Event streams of the pages that are open in browsers. */
class OpenPages {
  readonly #responses = new Set<ServerResponse>()
  /** Number of changes so far. */
  version = 0
  /** Version of the last change of each kind. */
  readonly #last = { page: 0, css: 0 }

  /** @param since the version that the page shows */
  add(response: ServerResponse, since: number): void {
    response.writeHead(200, headersOf('text/event-stream')).write(': hello\n\n')
    this.#responses.add(response)
    if (this.#last.page > since) writeEvent(response, 'page')
    else if (this.#last.css > since) writeEvent(response, 'css')
    response.on('close', () => this.#responses.delete(response))
  }

  notify(event: 'page' | 'css'): void {
    this.#last[event] = this.version += 1
    for (const response of this.#responses) writeEvent(response, event)
  }

  close(): void {
    for (const response of this.#responses) response.end()
  }
}

const writeEvent = (response: ServerResponse, event: 'page' | 'css'): void =>
  void response.write(`event: ${event}\ndata: 1\n\n`)

const headersOf = (type: string): Record<string, string> => ({
  'content-type': type,
  'cache-control': 'no-store',
  // A page in a sandboxed frame has no origin; anyone who knows the address may read it.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, headersOf(type)).end(body)
}

function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0] ?? '')
    const names = path.split('/').filter((name) => name !== '')
    if (/[\\\p{Cc}]/u.test(path) || names.some((name) => /^\.+$/.test(name))) return null
    const last = names.at(-1) ?? ''
    return path.endsWith('/') || (last !== '__live' && !last.includes('.'))
      ? [...names, 'index.html'].join('/')
      : names.join('/')
  } catch {
    return null
  }
}

/**
 * Watches the folder and reports style sheet changes separately from others. Resolves when every later change is
 * noticed.
 */
async function watchForChanges(root: string, onChange: (event: 'page' | 'css') => void): Promise<Watcher> {
  let changed: 'page' | 'css' | null = null
  let timer: NodeJS.Timeout | undefined
  const onHint = (path: string): void => {
    if (path === '' || path.split('/').some((name) => name.startsWith('.') || name.endsWith('~'))) return
    // A new folder must be watched too.
    if (!/\.\w+$/.test(path)) watcher.watch(path)
    changed = changed !== 'page' && /\.css$/i.test(path) ? 'css' : 'page'
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (changed) onChange(changed)
      changed = null
    }, DEBOUNCE_MS)
  }
  const { promise: isFollowed, resolve } = Promise.withResolvers<void>()
  const { files } = readTemplateFolder(root)
  const watcher = watchFolder(
    { root, files: files.size, ignores: createIgnoreRules() },
    { onHint, onFollowed: (folder) => (folder === '' ? resolve() : onHint(folder)), onTrouble: () => resolve() },
  )
  if (watcher.watch('')) resolve()
  const folders = new Set<string>()
  for (const path of files.keys())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  for (const folder of folders) watcher.watch(folder)
  await isFollowed
  return {
    ...watcher,
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}
