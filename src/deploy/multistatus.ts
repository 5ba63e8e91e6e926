import { SaxesParser } from 'saxes'
import { AppError } from '#shared/errors/index.ts'

/** What a WebDAV server says of one file or folder. */
export interface DavEntry {
  /** From the target's root; '' the root itself. */
  path: string
  isFolder: boolean
  sizeBytes: number
}

const DAV = 'DAV:'

/**
 * Reads the answer to PROPFIND. Entries outside the root are left out.
 * @param root address of the target's folder, ending with `/`
 */
export function parseMultistatus(xml: string, root: URL): DavEntry[] {
  const entries: DavEntry[] = []
  const parser = new SaxesParser({ xmlns: true })
  let text = ''
  let href = ''
  let isFolder = false
  let size = -1
  parser.on('opentag', ({ local, uri }) => {
    text = ''
    if (uri !== DAV) return
    if (local === 'response') [href, isFolder, size] = ['', false, -1]
    if (local === 'collection') isFolder = true
  })
  parser.on('text', (part) => (text += part))
  parser.on('closetag', ({ local, uri }) => {
    if (uri !== DAV) return
    if (local === 'href' && href === '') href = text.trim()
    if (local === 'getcontentlength' && /^\d+$/.test(text.trim())) size = Number(text.trim())
    if (local !== 'response') return
    const path = pathOf(href, root)
    if (path !== null) entries.push({ path, isFolder, sizeBytes: isFolder ? 0 : size })
  })
  parser.on('error', (error) => {
    throw new AppError('unavailable', `服务器“${root.host}”的响应不是 WebDAV 的格式，请检查地址`, { cause: error })
  })
  parser.write(xml).close()
  return entries
}

/** Hrefs are whole addresses or paths, and are encoded as each server likes. */
function pathOf(href: string, root: URL): string | null {
  const url = URL.parse(href, root.href)
  if (url === null) return null
  try {
    const path = decodeURIComponent(url.pathname)
    const base = decodeURIComponent(root.pathname)
    if (`${path}/` === base) return ''
    return path.startsWith(base) ? path.slice(base.length).replace(/\/$/, '') : null
  } catch {
    return null
  }
}
