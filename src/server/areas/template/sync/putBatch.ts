import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readRawBody } from '#server/http/wire/compression.ts'
import { parseInput } from '#server/http/input.ts'
import type { RawHandler } from '#server/http/routes.ts'
import { parseInnerEntryPath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { TemplateChange } from '#server/storage/templates/templateChange.ts'
import { type BatchOutcome, putBatchHead, MAX_SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { cutBytes, splitHeadedBytes } from '#shared/util/headedBytes.ts'
import { changeFiles, findStoredRevision } from '../revision/index.ts'
import { requireTemplate } from '../template/index.ts'
import { toCurrentState, toErrorOutcome } from './outcome.ts'

/** Head size: a path of 2000 characters, two hashes and a size per file. */
const HEAD_BYTES = MAX_SYNC_BATCH.paths * 8 * 1024

type BatchHead = ReturnType<typeof readBody>['head']
type BatchItem = BatchHead['files'][number]

/**
 * Writes many small files in one commit, each only if the current content equals `expected` (S11). Their bytes are
 * stored before, so that after a power cut a file is either old or new (S26).
 */
export const putBatch: RawHandler<'templateSync.putBatch'> = async (ctx, request, _reply, note) => {
  const { head, bytes } = readBody(await readBytesOf(request))
  const { folder, machine, files } = head
  const template = await requireTemplate(ctx, { folder }, 'write')
  const paths = files.map(({ path }) => parseInnerEntryPath(path))
  for (const item of files) if (item.kind === 'copy') parseInnerEntryPath(item.from)
  const { contents } = await storesOf(ctx.deps)
  await contents.putBytes(bytes)
  return ctx.db.transaction().execute((db) => {
    const txCtx = { ...ctx, db }
    return changeFiles(txCtx, template.id, { kind: 'sync', machine }, async (change) => {
      // Checked again under the lock, because the template may have been renamed or the permission withdrawn.
      const now = await requireTemplate(txCtx, { folder }, 'write')
      if (now.id !== template.id) throw new AppError('conflict', '模板文件夹刚刚换成了另一个模板，请重试')
      await change.preload(paths)
      const outcomes: BatchOutcome[] = []
      for (const item of files)
        outcomes.push(await writeItem(item, { change, db, templateId: template.id }).catch(toErrorOutcome))
      await note(db, { folder, paths: files.map(({ path }) => path) })
      return { version: change.stamp.version, outcomes }
    })
  })
}

interface Target {
  change: TemplateChange
  db: Kysely<Database>
  templateId: number
}

async function writeItem(item: BatchItem, { change, db, templateId }: Target): Promise<BatchOutcome> {
  const path = parseInnerEntryPath(item.path)
  const existing = await change.find(path)
  const current = toCurrentState(existing)
  if (item.kind === 'folder') {
    if (existing?.kind === 'file') return { is: 'conflict', current }
    if (!existing) await change.makeFolder(path)
    return { is: 'ok' }
  }
  // The content is already current, for example when this call repeats one whose response was lost.
  if (current === item.sha256) return { is: 'ok' }
  if (current !== (item.expected ?? 'none')) return { is: 'conflict', current }
  await change.write(path, item.kind === 'file' ? item : await findSource(item, { change, db, templateId }))
  return { is: 'ok' }
}

/**
 * Finds the bytes at `from`, also after their removal: when only the case of a name changes, the old file is removed
 * first, because both names can't coexist (S33).
 */
async function findSource({ from, sha256 }: Extract<BatchItem, { kind: 'copy' }>, { change, db, templateId }: Target) {
  const path = parseInnerEntryPath(from)
  const there = await change.find(path)
  const found = there?.sha256 === sha256 ? there : await findStoredRevision(db, templateId, path, sha256)
  if (!found) throw new AppError('not-found', `服务器上的“${from}”已有变化，未复制`)
  return { sha256, size: found.size }
}

const readBytesOf = (request: FastifyRequest): Promise<Buffer> =>
  readRawBody(request, HEAD_BYTES + MAX_SYNC_BATCH.bytes)

function readBody(body: Buffer) {
  const read = splitHeadedBytes(body, HEAD_BYTES)
  if (!read) throw createMalformedError()
  const head = parseInput(putBatchHead, parseJson(read.head))
  const items = head.files.filter((item) => item.kind === 'file')
  const pieces = cutBytes(
    read.rest,
    items.map(({ size }) => size),
  )
  if (!pieces) throw createMalformedError()
  if (read.rest.length > MAX_SYNC_BATCH.bytes) throw new AppError('too-large', '一次提交的文件过大，请分批提交')
  const contents = items.map(({ path, sha256 }, at) => {
    const bytes = requireValue(pieces[at], 'its bytes')
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new AppError('invalid', `文件“${path}”在传输途中损坏（校验值不一致），请重试`)
    return { sha256, bytes }
  })
  return { head, bytes: contents }
}

function parseJson(head: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(head).toString())
  } catch {
    throw createMalformedError()
  }
}

const createMalformedError = (): AppError => new AppError('invalid', '提交的内容不完整或长度不符，请重试')
