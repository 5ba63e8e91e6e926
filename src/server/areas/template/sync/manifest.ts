import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { success } from '#server/http/response.ts'
import { compress, sendBody } from '#server/http/wire/compression.ts'
import { gatherInput, parseInput } from '#server/http/input.ts'
import type { RawHandler } from '#server/http/routes.ts'
import { templateSyncOperations } from '#shared/contract/templateSync.ts'
import { readPagesBelow } from '#server/storage/templates/rows.ts'
import { requireTemplate } from '../template/index.ts'
import { present } from './present.ts'

const { input } = templateSyncOperations['templateSync.manifest']

/** Maximum size of the cache. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024

/**
 * Cache of the latest compressed responses by template, because many clients request the same version after a restart.
 */
const manifestCache = perServer(() => new Map<number, { key: string; packed: Buffer }>())

/** Sends all files and folders of a template. */
export const sendManifest: RawHandler<'templateSync.manifest'> = async (ctx, request, reply) => {
  const { folder } = parseInput(input, gatherInput(request))
  // The version is read before the entries: a change in between appears in the next version as well.
  const template = await requireTemplate(ctx, { folder }, 'read')
  const packed = await getCompressedManifest(ctx.deps, template)
  return sendBody(request, reply, { bytes: packed, type: 'application/json; charset=utf-8', packed: true })
}

interface TemplateVersion {
  id: number
  version: number
  feedEpoch: string
}

async function getCompressedManifest(deps: ServerDeps, { id, version, feedEpoch }: TemplateVersion): Promise<Buffer> {
  const answers = manifestCache(deps)
  const key = `${feedEpoch} ${version}`
  const cached = answers.get(id)
  if (cached?.key === key) return cached.packed
  const packed = await compress(Buffer.from(await serializeManifest(deps, { id, version, feedEpoch })))
  answers.delete(id)
  answers.set(id, { key, packed })
  let bytes = 0
  for (const [other, answer] of [...answers].toReversed()) {
    bytes += answer.packed.length
    if (bytes > MAX_CACHE_BYTES) answers.delete(other)
  }
  return packed
}

/** Serializes the response. Rows are read in pages of some thousands, so that other requests are handled in between. */
async function serializeManifest({ db }: ServerDeps, { id, version, feedEpoch }: TemplateVersion): Promise<string> {
  const parts: string[] = []
  for await (const rows of readPagesBelow(db, id)) for (const row of rows) parts.push(JSON.stringify(present(row)))
  const empty = JSON.stringify(success({ version, epoch: feedEpoch, entries: [] }, '操作成功'))
  return empty.replace('"entries":[]', () => `"entries":[${parts.join(',')}]`)
}
