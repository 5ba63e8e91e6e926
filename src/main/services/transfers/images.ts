import { AppError } from '#shared/errors/index.ts'
import { readUpTo } from '../network/readUpTo.ts'
import type { Clock } from '../ports.ts'
import type { ApiClient, Logger } from '../types.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** Bytes. Limit of all cached images together: enough for the covers of a long list. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024
/** ms. An image keeps its address when others replace its content; the page sees the change after this time. */
const LIFETIME_MS = 5 * 60_000

export interface Images {
  /** The image as a data URL; '' if there is none or it can't be loaded (the page shows its placeholder). */
  readDataUrl(accessPath: string): Promise<string>
  /** Discards all cached images, because the content of some image has changed. */
  invalidate(): void
}

/** Serves images of the connected server as data URLs, because the page's CSP allows no other source. */
export function createImages(deps: { client: () => Promise<ApiClient>; clock: Clock; log: Logger }): Images {
  // Insertion order is the order of age.
  const cache = new Map<string, { value: string; until: number }>()
  let bytes = 0
  let turn = 0
  const drop = (key: string): void => {
    bytes -= cache.get(key)?.value.length ?? 0
    cache.delete(key)
  }
  const cacheImage = (key: string, value: string): void => {
    drop(key)
    cache.set(key, { value, until: now() + LIFETIME_MS })
    bytes += value.length
    for (const oldest of cache.keys()) {
      if (bytes <= MAX_CACHE_BYTES) break
      drop(oldest)
    }
  }
  const now = (): number => deps.clock.now().getTime()
  return {
    async readDataUrl(accessPath) {
      if (!accessPath) return ''
      const client = await deps.client()
      const key = `${client.connection.id}\n${accessPath}`
      const known = cache.get(key)
      if (known && now() < known.until) return known.value
      const asked = turn
      try {
        const value = await load(client, accessPath)
        // An image that was requested before forget() may be outdated and is not cached.
        if (asked === turn) cacheImage(key, value)
        return value
      } catch (error) {
        if (error instanceof AppError && error.code === 'unauthorized') throw error
        deps.log.info('image not shown', { accessPath, error })
        return ''
      }
    },
    invalidate() {
      turn += 1
      bytes = 0
      cache.clear()
    },
  }
}

async function load(client: ApiClient, accessPath: string): Promise<string> {
  const { stream, size, type } = await client.open(accessPath)
  const image = /^image\/[\w.+-]+/.exec(type)?.[0]
  const bytes = image && (size ?? 0) <= MAX_BYTES ? await readUpTo(stream, MAX_BYTES) : null
  stream.destroy()
  if (!bytes) throw new AppError('unsupported', image ? '图片超过 10 MB，无法显示' : '该文件不是图片')
  return `data:${image};base64,${bytes.toString('base64')}`
}
