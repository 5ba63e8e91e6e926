import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import { MAX_DRAG_OUT_MB, type DragOutRequest } from '#shared/contract/dragOut.ts'
import { AppError } from '#shared/errors/index.ts'
import { writeError } from '../files/writeError.ts'
import { checkPath, resolveFile, type WorkspaceFolder } from '../localFiles/resolveFile.ts'
import type { Clock, Dragger, LocalLinks } from '../ports.ts'
import type { ApiClient } from '../types.ts'
import { toSafeNames } from './safeNames.ts'

/** ms. Cache time of downloaded files: the mouse button may have been released before they arrived. */
const CACHE_MS = 60_000
/** Number of drags that are kept, because the desktop may copy their files later. */
const MAX_DRAGS = 20
const MAX_BYTES = MAX_DRAG_OUT_MB * 1024 * 1024
/** The server may keep files on another server. */
const ANY_SERVER = { allowsOtherServers: true }

interface DragOutDeps {
  client: () => Promise<ApiClient>
  /** Error: not-found for a workspace that is not connected. */
  folderOf: (workspace: string) => WorkspaceFolder
  dragger: Dragger | null
  links: LocalLinks | null
  clock: Clock
  /** Folder for downloaded files; deleted when the program ends. */
  folder: string
}

interface DragOut {
  handlers: HostHandlers<'dragOut'>
  /** Discards the cache, because an address may now have another file. */
  invalidate(): void
}

interface Drag {
  paths: string[]
  /** null: files of a workspace, which must not be deleted. */
  folder: string | null
}

type Library = Extract<DragOutRequest, { from: 'library' }>
type OfWorkspace = Extract<DragOutRequest, { from: 'workspace' }>

/** Prepares files to be dragged out of the window: downloads them first, or publishes an address for the browser. */
export function createDragOut(deps: DragOutDeps): DragOut {
  const { client, folderOf, dragger, links, clock, folder } = deps
  const drags = new Map<string, Drag>()
  const fetched = new Map<string, { ticket: Promise<string>; at: number }>()

  const storeDrag = (drag: Drag): string => {
    const ticket = randomUUID()
    drags.set(ticket, drag)
    for (const [oldest, { folder: old }] of drags) {
      if (drags.size <= MAX_DRAGS) break
      drags.delete(oldest)
      if (old) void rm(old, { recursive: true, force: true }).catch(() => undefined)
    }
    return ticket
  }
  const fetchOnce = (api: ApiClient, wanted: Library): Promise<string> => {
    const key = JSON.stringify([api.connection.id, wanted.files])
    const now = clock.now().getTime()
    const known = fetched.get(key)
    if (known && now - known.at < CACHE_MS) return known.ticket
    const own = join(folder, randomUUID())
    const ticket = downloadAll(api, wanted, own).then((paths) => storeDrag({ paths, folder: own }))
    fetched.set(key, { ticket, at: now })
    ticket.catch(() => fetched.delete(key))
    return ticket
  }
  const local = ({ id, paths }: OfWorkspace): Promise<string[]> =>
    Promise.all(paths.map((path) => resolveFile(folderOf(id), checkPath(path))))

  /** A browser accepts one file per drag. */
  const publish = async (to: LocalLinks, wanted: DragOutRequest) => {
    if (wanted.from === 'library') {
      const api = await client()
      const [first] = wanted.files
      const [name = ''] = toSafeNames([first?.name ?? ''])
      return { ticket: '', name, href: to.publish({ name, open: () => api.open(first?.accessPath ?? '', ANY_SERVER) }) }
    }
    const [path = ''] = await local(wanted)
    const facts = await stat(path)
    if (!facts.isFile()) throw new AppError('unsupported', '在浏览器中只能拖出文件，不能拖出文件夹')
    const name = basename(path)
    const open = async () => ({ stream: createReadStream(path), size: facts.size })
    return { ticket: '', name, href: to.publish({ name, open }) }
  }

  return {
    handlers: {
      async 'dragOut.prepare'(wanted) {
        if (links) return publish(links, wanted)
        if (wanted.from === 'workspace')
          return { ticket: storeDrag({ paths: await local(wanted), folder: null }), name: '', href: '' }
        return { ticket: await fetchOnce(await client(), wanted), name: '', href: '' }
      },
      async 'dragOut.start'({ ticket }) {
        const drag = drags.get(ticket)
        if (!drag) throw new AppError('not-found', '文件已不存在，请重新拖动')
        return { started: dragger?.start(drag.paths) ?? false }
      },
    },
    invalidate: () => fetched.clear(),
  }
}

/** Downloads all files into the folder, or none. */
async function downloadAll(client: ApiClient, { files }: Library, folder: string): Promise<string[]> {
  const names = toSafeNames(files.map(({ name }) => name))
  const paths: string[] = []
  let left = MAX_BYTES
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const [at, { accessPath }] of files.entries()) {
      const path = join(folder, names[at] ?? String(at))
      const { stream, size } = await client.open(accessPath, ANY_SERVER)
      if (size !== null && size > left) {
        stream.destroy()
        throw tooLargeError()
      }
      async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of chunks) {
          left -= chunk.length
          if (left < 0) throw tooLargeError()
          yield chunk
        }
      }
      await pipeline(stream, counted, createWriteStream(path, { flags: 'wx' }))
      paths.push(path)
    }
    return paths
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    if (error instanceof AppError) throw error
    throw writeError(error, folder) ?? new AppError('no-response', '文件下载中断，请检查网络后重试', { cause: error })
  }
}

const tooLargeError = (): AppError =>
  new AppError('too-large', `一次最多拖出 ${MAX_DRAG_OUT_MB} MB，请分批拖出，或在预览中下载大文件`)
