import type { Handler } from '#server/http/routes.ts'
import { storesOf } from '#server/storage/stores.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { templateFor } from '../template/index.ts'
import { hashesOf, innerPath } from './hashes.ts'

/** All files and folders of the template. The version is read first: what changes meanwhile shows in the next one. */
export const manifest: Handler<'templateSync.manifest'> = async (ctx, { folder }) => {
  const template = await templateFor(ctx, { folder }, 'read')
  const { templates: store } = await storesOf(ctx.deps)
  const entries = await store.walk([template.folder])
  const files = entries.filter((entry) => entry.kind === 'file')
  const hashes = await hashesOf(ctx.db, store, template.id, files)
  return {
    version: template.version,
    entries: entries.map((entry) => ({
      path: innerPath(entry),
      kind: entry.kind,
      size: entry.size,
      sha256: hashes.get(innerPath(entry)) ?? '',
      updateTime: formatDateTime(Math.floor(entry.mtimeMs)),
    })),
  }
}
