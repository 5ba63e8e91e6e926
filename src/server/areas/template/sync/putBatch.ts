import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readBytes } from '#server/http/wire/compressed.ts'
import { parseInput } from '#server/http/input.ts'
import type { RawHandler } from '#server/http/routes.ts'
import { formatPath, parsePath, type StorePath } from '#server/storage/path.ts'
import { storesOf } from '#server/storage/stores.ts'
import type { BatchFile, StoredEntry } from '#server/storage/templateStore.ts'
import { type BatchOutcome, putBatchHead, SYNC_BATCH } from '#shared/contract/templateSync.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { cutBytes, readHead } from '#shared/util/headedBytes.ts'
import { distrust, isTracked, rowOf } from '../feed/index.ts'
import { isRevisionStored } from '../revision/index.ts'
import { lockTemplate, templateFor } from '../template/index.ts'
import { type Batch, closeBatch, currentOf, eachPath, recordFormer, openTemplateBatch } from './batch.ts'

/** A path of 2000 characters, two hashes and the size of each file. */
const HEAD_BYTES = SYNC_BATCH.paths * 8 * 1024

type Head = ReturnType<typeof readBody>['head']
type Item = Head['files'][number]
/** One path of the call, with its bytes as a staged file. */
type Staged = { item: Extract<Item, { kind: 'file' }>; file: string } | { item: Exclude<Item, { kind: 'file' }> }

/**
 * Writes many small files: each if what is there equals what its caller expects (S11), all in one commit. The bytes are
 * on the disk, beside the templates, before that: after a power cut a file is the old or the new one (S26).
 */
export const putBatch: RawHandler<'templateSync.putBatch'> = async (ctx, request, _reply, note) => {
  const { head, files } = readBody(await bytesOf(request))
  const template = await templateFor(ctx, { folder: head.folder }, 'write')
  for (const { path } of head.files) requireInner(path)
  for (const item of head.files) if (item.kind === 'copy') requireInner(item.from)
  const { templates: store } = await storesOf(ctx.deps)
  const staged = await store.stageBatch(template.folder, files, await isTracked(ctx.db, template.id))
  let placed = false
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const version = await lockTemplate(db, template.id)
      // Checked again under the lock: the template may have been renamed or the permission withdrawn.
      const now = await templateFor({ ...ctx, db }, { folder: head.folder }, 'write')
      if (now.id !== template.id) throw new AppError('conflict', '模板文件夹刚刚换成了另一个模板，请重试')
      const batch = await openTemplateBatch(
        {
          db,
          templateId: now.id,
          folder: now.folder,
          store,
          stamp: { version, changedBy: ctx.signed().username, machine: head.machine },
          at: ctx.clock.now().getTime(),
        },
        head.files.map(({ path }) => path),
      )
      const left = staged.files.values()
      const items = head.files.map((item): Staged =>
        item.kind === 'file' ? { item, file: must(left.next().value, 'its staged file') } : { item },
      )
      placed = true
      const outcomes = await eachPath(items, (each) => write(batch, each))
      await closeBatch(batch)
      await note(db, { folder: head.folder, paths: head.files.map(({ path }) => path) })
      return { version, outcomes }
    })
  } catch (error) {
    // Files may have been placed without rows in the database, so the next read compares them.
    if (placed) distrust(ctx.deps, template.id)
    throw error
  } finally {
    await staged.discard(placed)
  }
}

const requireInner = (path: string): void => {
  if (parsePath(path).length === 0) throw new AppError('invalid', '请提供模板内的路径 path')
}

async function write(batch: Batch, staged: Staged): Promise<BatchOutcome> {
  const { templateId, folder, files, stamp, rows, written } = batch
  const { item } = staged
  const path = [folder, ...parsePath(item.path)]
  const there = await files.stat(path)
  const current = await currentOf(batch, there)
  if ('file' in staged) {
    const { sha256, expected } = staged.item
    // The file is there already: this call repeats one whose answer was lost.
    if (current === sha256) return { is: 'ok' }
    if (current !== (expected ?? 'none')) return { is: 'conflict', current }
    await recordFormer(batch, there, current)
    const entry = await files.place(path, staged.file)
    written.push({ entry, sha256 })
    rows.push(rowOf(templateId, entry, sha256, stamp))
    return { is: 'ok' }
  }
  if (item.kind === 'copy') {
    if (current === item.sha256) return { is: 'ok' }
    if (current !== (item.expected ?? 'none')) return { is: 'conflict', current }
    await recordFormer(batch, there, current)
    const copied =
      (await files.copy(path, [folder, ...parsePath(item.from)], item.sha256)) ?? (await copyFormer(batch, path, item))
    if (!copied) throw new AppError('not-found', `服务器上的“${item.from}”已有变化，没有复制`)
    written.push({ entry: copied, sha256: item.sha256 })
    rows.push(rowOf(templateId, copied, item.sha256, stamp))
    return { is: 'ok' }
  }
  if (there?.kind === 'file') return { is: 'conflict', current }
  if (!there) rows.push(rowOf(templateId, await files.makeFolder(path), '', stamp))
  return { is: 'ok' }
}

/**
 * What stood at `from` before it was removed: a file whose name changes in case alone is removed first, as both names can't
 * stand beside each other (S33). null: this template's history does not hold it.
 */
async function copyFormer(
  { db, templateId, store, files }: Batch,
  path: StorePath,
  { from, sha256 }: Extract<Item, { kind: 'copy' }>,
): Promise<StoredEntry | null> {
  if (!(await isRevisionStored(db, templateId, formatPath(parsePath(from)), sha256))) return null
  return files.copyFile(path, await store.kept.file(sha256), sha256)
}

const bytesOf = (request: FastifyRequest): Promise<Buffer> => readBytes(request, HEAD_BYTES + SYNC_BATCH.bytes)

function readBody(body: Buffer) {
  const read = readHead(body, HEAD_BYTES)
  if (!read) throw broken()
  const head = parseInput(putBatchHead, parsed(read.head))
  const items = head.files.filter((item) => item.kind === 'file')
  const pieces = cutBytes(
    read.rest,
    items.map(({ size }) => size),
  )
  if (!pieces) throw broken()
  if (read.rest.length > SYNC_BATCH.bytes) throw new AppError('too-large', '一次提交的文件太多，请分批提交')
  const files = items.map(({ path, sha256 }, at): BatchFile => {
    const bytes = must(pieces[at], 'its bytes')
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new AppError('invalid', `文件“${path}”在传输途中损坏（校验值不一致），请重试`)
    return { path, sha256, bytes }
  })
  return { head, files }
}

function parsed(head: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(head).toString())
  } catch {
    throw broken()
  }
}

const broken = (): AppError => new AppError('invalid', '提交的内容不完整或长度不符，请重试')
