import { AppError } from '#shared/errors/index.ts'
import { readUpTo } from '../api/readUpTo.ts'
import type { ApiClient, Logger } from '../types.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** All cached images together: covers of a long list fit, memory stays small. */
const CACHE_BYTES = 64 * 1024 * 1024

export interface Images {
  /** The image as a data URL; '' when there is none or it can't be had (the page shows its placeholder). */
  dataUrl(accessPath: string): Promise<string>
}

/** Images of the connected server for a page that may load from nowhere else (CSP). */
export function createImages(deps: { client: () => Promise<ApiClient>; log: Logger }): Images {
  const cache = new Map<string, string>()
  let bytes = 0
  const keep = (key: string, value: string): void => {
    cache.set(key, value)
    bytes += value.length
    for (const [oldest, old] of cache) {
      if (bytes <= CACHE_BYTES) break
      cache.delete(oldest)
      bytes -= old.length
    }
  }
  return {
    async dataUrl(accessPath) {
      if (!accessPath) return ''
      const client = await deps.client()
      const key = `${client.connection.id}\n${accessPath}`
      const known = cache.get(key)
      if (known !== undefined) return known
      try {
        const value = await load(client, accessPath)
        if (!cache.has(key)) keep(key, value)
        return value
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthorized') throw error
        deps.log.info('image not shown', { accessPath, error })
        return ''
      }
    },
  }
}

async function load(client: ApiClient, accessPath: string): Promise<string> {
  const { stream, size, type } = await client.open(accessPath)
  const image = /^image\/[\w.+-]+/.exec(type)?.[0]
  const bytes = image && (size ?? 0) <= MAX_BYTES ? await readUpTo(stream, MAX_BYTES) : null
  stream.destroy()
  if (!bytes) throw new AppError('unsupported', image ? '图片超过 10 MB，不能显示' : '这个文件不是图片')
  return `data:${image};base64,${bytes.toString('base64')}`
}
