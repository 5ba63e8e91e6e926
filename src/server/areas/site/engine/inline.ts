import { posix } from 'node:path'
import type { ServerDeps } from '#server/deps.ts'
import { replaceBlocks } from '#server/html/blocks.ts'
import { storesOf } from '#server/storage/stores.ts'
import { decodeText } from '#server/storage/text.ts'
import type { TemplateFolder } from './templateFiles.ts'

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
}
/** Larger images are left out, and all above a total size, to keep the preview small. */
const MAX_IMAGE_BYTES = 2_000_000
const MAX_TOTAL_BYTES = 12_000_000

const STYLE_LINK = /<link\b[^<>]*\brel\s*=\s*["']?stylesheet["']?[^<>]*>/gi
const HREF = /\bhref\s*=\s*["']([^"']+)["']/i
const SOURCE = /(\s(?:src|poster)\s*=\s*["'])\/(?!\/|files\/|thumbs\/)([^"']+)(["'])/gi
const URL_OF = /url\(\s*(["']?)(?!data:|https?:|\/\/|#)([^"')]+)\1\s*\)/gi

const removeScripts = (html: string): string =>
  replaceBlocks(html, ({ kind, from, end }) => (kind === 'script' ? '' : html.slice(from, end)))

/**
 * Embeds the template's styles and images into a page and removes its scripts, which previews don't run.
 * @param unsaved texts that replace stored files, by path
 */
export async function inlineAssets(
  deps: ServerDeps,
  { id, files }: TemplateFolder,
  html: string,
  unsaved: ReadonlyMap<string, string> = new Map(),
): Promise<string> {
  const known = new Map(files)
  const { templates } = await storesOf(deps)
  let remainingBytes = MAX_TOTAL_BYTES
  const read = async (path: string): Promise<Buffer | null> => {
    const file = known.get(path)
    if (!file || file.size > MAX_IMAGE_BYTES || file.size > remainingBytes) return null
    remainingBytes -= file.size
    return templates.read(await templates.file(id, path))
  }
  const toDataUrl = async (path: string): Promise<string | null> => {
    const type = IMAGE_TYPES[posix.extname(path).slice(1).toLowerCase()]
    const bytes = type ? await read(path) : null
    return bytes && `data:${type};base64,${bytes.toString('base64')}`
  }
  const readText = async (path: string): Promise<string> => {
    const bytes = await read(path)
    return bytes ? (decodeText(bytes)?.content ?? '') : ''
  }
  const inlineStyle = async (path: string): Promise<string> => {
    const css = unsaved.get(path) ?? (await readText(path))
    const inside = await replaceAll(css, URL_OF, async ([, , address = '']) => {
      const target = address.startsWith('/')
        ? toFilePath(address)
        : posix.join(posix.dirname(path), toFilePath(address))
      return `url("${(await toDataUrl(target)) ?? 'data:,'}")`
    })
    return inside.replace(/<\/style/gi, '<\\/style')
  }
  const withStyles = await replaceAll(removeScripts(html), STYLE_LINK, async ([link]) => {
    const href = HREF.exec(link)?.[1] ?? ''
    return /^(?:https?:)?\/\//.test(href) ? '' : `<style>${await inlineStyle(toFilePath(href))}</style>`
  })
  const withImages = await replaceAll(withStyles, SOURCE, async ([whole, start = '', path = '', end = '']) => {
    const data = await toDataUrl(toFilePath(path))
    return data ? `${start}${data}${end}` : whole
  })
  // Makes upload addresses relative, because previews are also served below other paths.
  return withImages.replace(/((?:\s(?:src|poster|href)\s*=\s*["'])|url\(["']?)\/(?=files\/|thumbs\/)/gi, '$1../../../')
}

/** `/css/a.css?v=1` → `css/a.css`. */
function toFilePath(address: string): string {
  const path = (address.split(/[?#]/)[0] ?? '').replace(/^\/+/, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

async function replaceAll(
  text: string,
  pattern: RegExp,
  createText: (match: RegExpExecArray | RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const parts: string[] = []
  let at = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(at, match.index), await createText(match))
    at = match.index + match[0].length
  }
  return parts.join('') + text.slice(at)
}
