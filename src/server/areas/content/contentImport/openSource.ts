import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { IMPORT_GROUPS, type ImportKind, type ImportMapping } from '#shared/contract/contentImport.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { htmlPage, pageText } from './htmlPage.ts'
import { sheetItems } from './sheetItems.ts'
import {
  addGroup,
  BrokenSource,
  countItem,
  countLeft,
  type Facts,
  noFacts,
  type Source,
  type SourceItem,
  sourceKey,
} from './source.ts'
import { wxrItems } from './wxr.ts'
import { extractZip } from '#server/storage/zip/extract.ts'

/** An archive unpacked for one import. */
interface Folder {
  /** Paths of the files, with `/`, sorted. */
  files: readonly string[]
  /** Null when the file is missing or larger than `mostBytes`. */
  read(path: string, mostBytes: number): Promise<Buffer | null>
  pathOf(path: string): string
  close(): Promise<void>
}

/** Unpacks a zip file. planZip refuses path traversal, links and zip bombs. @throws AppErrors of extractZip */
async function openFolder(deps: ServerDeps, zip: string): Promise<Folder> {
  const { blobs } = await storesOf(deps)
  const root = await blobs.tempFile()
  await mkdir(root)
  const close = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 })
  try {
    await extractZip(zip, root)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      )
      .filter((path) => !path.startsWith('__MACOSX/'))
      .toSorted()
    const known = new Set(files)
    return {
      files,
      close,
      pathOf: (path) => join(root, ...path.split('/')),
      async read(path, mostBytes) {
        const clean = posix.normalize(path)
        if (!known.has(clean)) return null
        const file = await realpath(join(root, ...clean.split('/')))
        const handle = await open(file, 'r')
        try {
          return (await handle.stat()).size > mostBytes ? null : await handle.readFile()
        } finally {
          await handle.close()
        }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const MB = 1024 * 1024
const MAX_PAGE = 5 * MB
const MAX_PICTURE = 50 * MB
const PICTURE = /\.(?:gif|jpe?g|png|webp|svg|bmp)$/i

export interface Upload {
  blobKey: string
  name: string
  size: number
}

/** Opens an uploaded source; the caller closes it. @throws AppErrors for files that are not such a source */
export async function openSource(
  deps: ServerDeps,
  kind: ImportKind,
  upload: Upload,
  mapping: Pick<ImportMapping, 'keyTitle'> | null,
): Promise<Source> {
  const { blobs } = await storesOf(deps)
  const extension = extensionOf(upload.name)
  const facts = noFacts()
  const closing: (() => Promise<void>)[] = []
  let read = 0
  async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of bytes) {
      read += chunk.length
      yield chunk
    }
  }
  const asFile = async (): Promise<string> => {
    const file = await blobs.tempFile()
    closing.push(() => rm(file, { force: true }))
    await pipeline(await blobs.stream(upload.blobKey), createWriteStream(file, { flags: 'wx' }))
    return file
  }
  const unpacked = async (): Promise<Folder> => {
    const folder = await openFolder(deps, await asFile())
    closing.push(() => folder.close())
    facts.pictures = folder.files.filter((path) => PICTURE.test(path)).length
    return folder
  }
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).toReversed()) await step()
  }
  const source = (
    items: () => AsyncGenerator<SourceItem, void>,
    folder: Folder | null,
    progress: () => number,
  ): Source => ({
    facts,
    items: () => upToBreak(items(), facts),
    picture: async (address, item) => (folder ? pictureIn(folder, address, item, kind) : null),
    remote: remoteOf,
    progress,
    close,
  })
  try {
    if (kind === 'sheet') {
      const file = await asFile()
      const items = () => sheetItems(file, extension, facts, mapping?.keyTitle ?? '')
      return source(items, null, () => 0)
    }
    if (kind === 'wxr' && extension === 'xml') {
      const bytes = async function* () {
        yield* counted(await blobs.stream(upload.blobKey))
      }
      return source(
        () => wxrItems(bytes(), facts),
        null,
        () => read / Math.max(1, upload.size),
      )
    }
    const folder = await unpacked()
    if (kind === 'html')
      return source(
        () => pagesOf(folder, facts, upload.name, (done) => (read = done)),
        folder,
        () => read,
      )
    const path = exportIn(folder)
    return source(
      () => wxrItems(createReadStream(folder.pathOf(path)), facts),
      folder,
      () => 0,
    )
  } catch (error) {
    await close()
    throw error
  }
}

/** Path of the WordPress export in a folder. AppError `invalid` unless there is exactly one. */
function exportIn({ files }: Folder): string {
  const exports = files.filter((path) => /\.xml$/i.test(path))
  const [path] = exports
  if (path === undefined) throw new AppError('invalid', '压缩包里没有 WordPress 导出的 xml 文件，请重新选择')
  if (exports.length > 1)
    throw new AppError('invalid', `压缩包里有 ${exports.length} 个 xml 文件，请每个压缩包只放一个`)
  return path
}

async function* upToBreak(items: AsyncGenerator<SourceItem, void>, facts: Facts): AsyncGenerator<SourceItem, void> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof BrokenSource)) throw error
    facts.broken = error.at
  }
}

/** The pages of a folder; folders at the top are groups. */
async function* pagesOf(
  folder: Folder,
  facts: Facts,
  name: string,
  step: (done: number) => void,
): AsyncGenerator<SourceItem, void> {
  const pages = folder.files.filter((path) => /\.html?$/i.test(path))
  for (const path of folder.files) if (!/\.html?$/i.test(path) && !PICTURE.test(path)) countLeft(facts, kindOf(path))
  // A single folder that contains everything is not a group.
  const tops = new Set(folder.files.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '')))
  const [top = ''] = tops.size === 1 ? tops : ['']
  for (const [at, path] of pages.entries()) {
    const inside = path.slice(top.length)
    const group = inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : ''
    addGroup(facts, `folder:${group}`, group || '（最上层）', IMPORT_GROUPS)
    const item = await pageItem(folder, path, {
      row: at + 1,
      key: sourceKey(`html ${name} ${inside}`),
      group: `folder:${group}`,
    })
    countItem(facts, item)
    step((at + 1) / pages.length)
    yield item
  }
  if (pages.length === 0) throw new AppError('invalid', '压缩包里没有 html 文件，请重新选择')
}

const kindOf = (path: string): string => {
  const extension = extensionOf(path)
  return extension === '' ? '没有扩展名的文件' : `${extension} 文件`
}

async function pageItem(
  folder: Folder,
  path: string,
  { row, key, group }: { row: number; key: string; group: string },
): Promise<SourceItem> {
  const item = {
    row,
    key,
    title: path,
    html: '',
    excerpt: '',
    author: '',
    date: '',
    isPublished: true,
    groups: [group],
    base: path,
  }
  const bytes = await folder.read(path, MAX_PAGE)
  if (!bytes) return { ...item, problem: `“${path}”大于 ${MAX_PAGE / MB} MB，请拆分为多页` }
  try {
    const { title, html, description, author } = htmlPage(pageText(bytes))
    return {
      ...item,
      title: title || posix.basename(path).replace(/\.html?$/i, ''),
      html,
      excerpt: description,
      author,
    }
  } catch {
    return { ...item, problem: `“${path}”的结构过于复杂，请精简页面后重新导入` }
  }
}

/**
 * Finds a picture by its path in an HTML folder, or in a WordPress export by the end of its address below
 * wp-content/uploads.
 */
async function pictureIn(
  folder: Folder,
  address: string,
  { base }: SourceItem,
  kind: ImportKind,
): Promise<Buffer | null> {
  const plain = decoded(address.replace(/[?#].*$/, ''))
  if (kind === 'html') {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(plain)) return null
    return folder.read(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(base), plain), MAX_PICTURE)
  }
  const inUploads = /wp-content\/uploads\/(.+)$/.exec(plain)?.[1]
  if (inUploads === undefined) return null
  const found = folder.files.find((path) => path === inUploads || path.endsWith(`/${inUploads}`))
  return found === undefined ? null : folder.read(found, MAX_PICTURE)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function remoteOf(address: string, { base }: SourceItem): URL | null {
  const url = URL.parse(address, /^https?:/i.test(base) ? base : undefined)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
