import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, realpath, rm } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ServerDeps } from '#server/deps.ts'
import { storesOf } from '#server/storage/stores.ts'
import { MAX_IMPORT_GROUPS, type ImportKind, type ImportMapping } from '#shared/contract/contentImport.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { extractPage, decodePage } from './htmlPage.ts'
import { sheetItems } from './sheetItems.ts'
import {
  addGroup,
  DamagedSourceError,
  countItem,
  countSkipped,
  type SourceFacts,
  createFacts,
  type Source,
  type SourceItem,
  sourceKey,
} from './source.ts'
import { wxrItems } from './wxr.ts'
import { extractZip } from '#server/storage/zip/extract.ts'

/** An archive unpacked for one import. */
interface UnpackedFolder {
  /** Paths of the files, with `/`, sorted. */
  files: readonly string[]
  /** Null when the file is missing or larger than `mostBytes`. */
  read(path: string, mostBytes: number): Promise<Buffer | null>
  pathOf(path: string): string
  close(): Promise<void>
}

/** Unpacks a zip file. planZip refuses path traversal, links and zip bombs. @throws AppErrors of extractZip */
async function openFolder(deps: ServerDeps, zip: string): Promise<UnpackedFolder> {
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
  const facts = createFacts()
  const cleanups: (() => Promise<void>)[] = []
  let read = 0
  async function* countBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
    for await (const chunk of bytes) {
      read += chunk.length
      yield chunk
    }
  }
  const downloadFile = async (): Promise<string> => {
    const file = await blobs.tempFile()
    cleanups.push(() => rm(file, { force: true }))
    await pipeline(await blobs.stream(upload.blobKey), createWriteStream(file, { flags: 'wx' }))
    return file
  }
  const unpackFolder = async (): Promise<UnpackedFolder> => {
    const folder = await openFolder(deps, await downloadFile())
    cleanups.push(() => folder.close())
    facts.pictures = folder.files.filter((path) => PICTURE.test(path)).length
    return folder
  }
  const close = async (): Promise<void> => {
    for (const step of cleanups.splice(0).toReversed()) await step()
  }
  const source = (
    items: () => AsyncGenerator<SourceItem, void>,
    folder: UnpackedFolder | null,
    progress: () => number,
  ): Source => ({
    facts,
    items: () => untilBroken(items(), facts),
    picture: async (address, item) => (folder ? readPicture(folder, address, item, kind) : null),
    remote: remoteUrl,
    progress,
    close,
  })
  try {
    if (kind === 'sheet') {
      const file = await downloadFile()
      const items = () => sheetItems(file, extension, facts, mapping?.keyTitle ?? '')
      return source(items, null, () => 0)
    }
    if (kind === 'wxr' && extension === 'xml') {
      const bytes = async function* () {
        yield* countBytes(await blobs.stream(upload.blobKey))
      }
      return source(
        () => wxrItems(bytes(), facts),
        null,
        () => read / Math.max(1, upload.size),
      )
    }
    const folder = await unpackFolder()
    if (kind === 'html')
      return source(
        () => readPages(folder, facts, upload.name, (done) => (read = done)),
        folder,
        () => read,
      )
    const path = findExport(folder)
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
function findExport({ files }: UnpackedFolder): string {
  const xmlFiles = files.filter((path) => /\.xml$/i.test(path))
  const [path] = xmlFiles
  if (path === undefined) throw new AppError('invalid', '压缩包里没有 WordPress 导出的 xml 文件，请重新选择')
  if (xmlFiles.length > 1)
    throw new AppError('invalid', `压缩包中有 ${xmlFiles.length} 个 xml 文件，请每个压缩包只放一个`)
  return path
}

async function* untilBroken(
  items: AsyncGenerator<SourceItem, void>,
  facts: SourceFacts,
): AsyncGenerator<SourceItem, void> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof DamagedSourceError)) throw error
    facts.broken = error.position
  }
}

/** The pages of a folder; folders at the top are groups. */
async function* readPages(
  folder: UnpackedFolder,
  facts: SourceFacts,
  name: string,
  step: (done: number) => void,
): AsyncGenerator<SourceItem, void> {
  const pages = folder.files.filter((path) => /\.html?$/i.test(path))
  for (const path of folder.files)
    if (!/\.html?$/i.test(path) && !PICTURE.test(path)) countSkipped(facts, fileTypeName(path))
  // A single folder that contains everything is not a group.
  const tops = new Set(folder.files.map((path) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '')))
  const [top = ''] = tops.size === 1 ? tops : ['']
  for (const [at, path] of pages.entries()) {
    const inside = path.slice(top.length)
    const group = inside.includes('/') ? inside.slice(0, inside.indexOf('/')) : ''
    addGroup(facts, `folder:${group}`, group || '（最上层）', MAX_IMPORT_GROUPS)
    const item = await readPage(folder, path, {
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

const fileTypeName = (path: string): string => {
  const extension = extensionOf(path)
  return extension === '' ? '没有扩展名的文件' : `${extension} 文件`
}

async function readPage(
  folder: UnpackedFolder,
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
    const { title, html, description, author } = extractPage(decodePage(bytes))
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
async function readPicture(
  folder: UnpackedFolder,
  address: string,
  { base }: SourceItem,
  kind: ImportKind,
): Promise<Buffer | null> {
  const plain = decodeAddress(address.replace(/[?#].*$/, ''))
  if (kind === 'html') {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(plain)) return null
    return folder.read(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(base), plain), MAX_PICTURE)
  }
  const inUploads = /wp-content\/uploads\/(.+)$/.exec(plain)?.[1]
  if (inUploads === undefined) return null
  const found = folder.files.find((path) => path === inUploads || path.endsWith(`/${inUploads}`))
  return found === undefined ? null : folder.read(found, MAX_PICTURE)
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function remoteUrl(address: string, { base }: SourceItem): URL | null {
  const url = URL.parse(address, /^https?:/i.test(base) ? base : undefined)
  return url && /^https?:$/.test(url.protocol) ? url : null
}
