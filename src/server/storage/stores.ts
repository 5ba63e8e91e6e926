import { join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import type { Metrics } from '../observe/metrics.ts'
import { metricsOf } from '../observe/metricsOf.ts'
import type { BlobStore } from './blobStore.ts'
import { openCache } from './contentCache.ts'
import { ContentStore } from './contentStore.ts'
import { openLocalBlobStore } from './local/blobs.ts'
import { guardDeletion, isStoreExclusive, StoreLease } from './storeLease.ts'
import { requireLocation } from './storageLocation.ts'
import { TemplateFiles } from './templates/templateFiles.ts'

/** The file stores of a server. */
export interface Stores {
  templates: TemplateFiles
  blobs: BlobStore
  /** Contents by hash in the blob store: template files, their revisions, and built pages. */
  contents: ContentStore
  /** Whether this server may delete from the blob store. */
  lease: StoreLease
}

const opened = new WeakMap<ServerDeps, Promise<Stores>>()

/** The file stores of a server, opened on first use and cached by its `deps` object. */
export function storesOf(deps: ServerDeps): Promise<Stores> {
  const known = opened.get(deps)
  if (known) return known
  const stores = openStores(deps)
  opened.set(deps, stores)
  stores.catch(() => opened.delete(deps))
  return stores
}

async function openStores(deps: ServerDeps): Promise<Stores> {
  const uploads = join(deps.dataDir, 'uploads')
  const store = deps.s3
    ? (await import('./s3/blobs.ts')).openS3BlobStore(uploads, deps.s3)
    : openLocalBlobStore(uploads)
  await requireLocation(deps)
  await store.local?.recover()
  // A viewed backup refers to a bucket that is in use, so its store is read-only.
  const now = () => deps.clock.now()
  const lease = new StoreLease({
    db: deps.db,
    blobs: store,
    log: deps.log,
    now: () => now().getTime(),
    isAlone: await isStoreExclusive(deps),
  })
  const blobs = withMetrics(deps.isReadOnly ? readOnly(store, deps) : guardDeletion(store, lease), metricsOf(deps))
  const contents = new ContentStore(deps.db, blobs, openCache(join(deps.dataDir, 'cache')), now)
  return { templates: new TemplateFiles(deps.db, contents), blobs, contents, lease }
}

/** Makes a bucket read-only; a store in the data folder is a separate copy. */
function readOnly(blobs: BlobStore, { s3 }: ServerDeps): BlobStore {
  if (!s3) return blobs
  const refuse = async (): Promise<never> => {
    throw new AppError('read-only', '本服务器是备份的查看副本，只能查看，不能修改')
  }
  return { ...blobs, store: refuse, copy: refuse, remove: refuse }
}

/** Counts and times the calls of a store. */
function withMetrics(blobs: BlobStore, { store }: Metrics): BlobStore {
  const timed = async <T>(call: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const end = (outcome: string) => store.observe({ call, outcome }, (performance.now() - began) / 1000)
    try {
      const result = await work()
      end('ok')
      return result
    } catch (error) {
      end('failed')
      throw error
    }
  }
  return {
    ...blobs,
    store: (received, key) => timed('keep', () => blobs.store(received, key)),
    has: (key) => timed('has', () => blobs.has(key)),
    stream: (key, range) => timed('stream', () => blobs.stream(key, range)),
    extract: (key, options) => timed('take', () => blobs.extract(key, options)),
    remove: (key) => timed('remove', () => blobs.remove(key)),
    copy: (from, to) => timed('copy', () => blobs.copy(from, to)),
  }
}
