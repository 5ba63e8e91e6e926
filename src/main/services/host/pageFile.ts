import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { contentSecurityPolicy, PAGE_HEADERS, withNonce } from '#shared/security/csp.ts'

interface PageFile {
  status: number
  headers: Record<string, string>
  body: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/**
 * One file of the built page, for `app://` and the browser host. A path without an extension is a screen's address and
 * returns index.html with a fresh nonce in text and header.
 * @param root the folder out/renderer
 * @param pathname as in the URL, still percent-encoded
 * @param frames origin of the live previews; '' for none
 */
export async function readPageFile(root: string, pathname: string, frames: string): Promise<PageFile> {
  const path = localPath(root, pathname)
  if (!path) return createNotFound()
  if (extname(path) === '' || extname(path) === '.html') return renderIndex(root, frames)
  const body = await readFile(path).catch(() => null)
  if (!body) return createNotFound()
  // Built files have their hash in the name: the content of an address never changes.
  const cache = path.startsWith(join(root, 'assets') + sep) ? 'public, max-age=31536000, immutable' : 'no-cache'
  return {
    status: 200,
    headers: { ...PAGE_HEADERS, 'content-type': typeOf(path), 'cache-control': cache },
    body,
  }
}

async function renderIndex(root: string, frames: string): Promise<PageFile> {
  const html = await readFile(join(root, 'index.html'), 'utf8')
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    headers: {
      ...PAGE_HEADERS,
      'content-type': TYPES['.html'] ?? '',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce, frames),
    },
    body: Buffer.from(withNonce(html, nonce)),
  }
}

/** null for a path outside the folder or an invalid path. */
function localPath(root: string, pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const path = normalize(join(root, decoded))
  return path === root || path === root + sep || path.startsWith(root + sep) ? path : null
}

const typeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'

const createNotFound = (): PageFile => ({
  status: 404,
  headers: { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('找不到该文件'),
})
