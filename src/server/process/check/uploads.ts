import { type Dirent, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DAY_MS } from '#shared/util/dates.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { findOrphans } from '#server/storage/sweep.ts'
import { type CheckContext, type Invariant, MAX_ITEMS, sample } from './invariant.ts'
import { readJson } from './numbers.ts'

/** Sample size: files that are hashed, or objects of a bucket whose existence is checked. */
const READ = 200

const uploadsOf = ({ dataDir }: CheckContext): string => path.join(dataDir, 'uploads')
const fileOf = (ctx: CheckContext, key: string): string => path.join(uploadsOf(ctx), ...key.split('/'))

/** Uploaded files: rows and bytes, leftovers, unfinished uploads. */
export const UPLOADS: Invariant[] = [
  {
    code: 'blob.missing',
    problem: '资源的文件不在存储中',
    meaning: '这些图片或附件无法打开，页面上会缺图',
    remedy: '请从备份把文件复制回 uploads 目录（或存储桶），或在“资源库”中重新上传替换',
    level: 'fault',
    find: findMissingBlobs,
  },
  {
    code: 'blob.damaged',
    problem: '资源的文件大小或内容与登记不符',
    meaning: '这些文件已损坏，下载后可能无法打开',
    remedy: '请从备份恢复这些文件，或在“资源库”中重新上传替换',
    level: 'fault',
    find: findDamagedBlobs,
  },
  {
    code: 'blob.unknown',
    problem: '存储中有未登记的文件',
    meaning: '只是多占空间，不影响使用',
    remedy: '服务器每天清理其中超过 1 天的文件；也可以用 sweep 命令查看，加上 --remove 立即清理',
    level: 'note',
    find: findUnknownBlobs,
  },
  {
    code: 'upload.leftovers',
    problem: '有超过 1 天的临时文件',
    meaning: '由被中断的进程留下，只是多占空间',
    remedy: '服务器运行时每小时自动清理；也可以直接删除',
    level: 'note',
    find: findLeftovers,
  },
  {
    code: 'upload.sessions',
    problem: '未完成的上传，已接收的部分与磁盘上的文件不符',
    meaning: '这些上传无法继续，完成后可能不完整',
    remedy: '请取消这些上传后重新上传',
    level: 'fault',
    find: findWrongSessions,
  },
]

const storedBlobs = ({ db }: CheckContext) =>
  db
    .selectFrom('blob')
    .innerJoin('attachment', 'attachment.blobKey', 'blob.blobKey')
    .select(['blob.blobKey', 'attachment.id', 'attachment.size', 'attachment.sha512', 'attachment.oldName'])
    .where('blob.isStored', '=', 1)
    .orderBy('attachment.id')
    .execute()

const named = ({ oldName, id }: { oldName: string; id: number }): string => `“${oldName}”（${id}）`

async function findMissingBlobs(ctx: CheckContext): Promise<string[]> {
  const rows = await storedBlobs(ctx)
  if (!ctx.s3)
    return rows
      .filter(({ blobKey }) => !existsSync(fileOf(ctx, blobKey)))
      .map(named)
      .slice(0, MAX_ITEMS)
  const store = openS3BlobStore(uploadsOf(ctx), ctx.s3)
  const missing: string[] = []
  for (const row of sample(ctx, rows, READ)) if (!(await store.has(row.blobKey))) missing.push(named(row))
  return missing.slice(0, MAX_ITEMS)
}

async function findDamagedBlobs(ctx: CheckContext): Promise<string[]> {
  if (ctx.s3) return []
  const rows = await storedBlobs(ctx)
  const hashed = new Set(sample(ctx, rows, READ))
  const damaged: string[] = []
  for (const row of rows) {
    const file = fileOf(ctx, row.blobKey)
    const found = await stat(file).catch(() => null)
    if (!found) continue
    const differs =
      found.size !== row.size ||
      (hashed.has(row) && row.sha512 !== '' && (await hashFile(file, 'sha512').catch(() => row.sha512)) !== row.sha512)
    if (differs) damaged.push(named(row))
    if (damaged.length === MAX_ITEMS) break
  }
  return damaged
}

async function findUnknownBlobs(ctx: CheckContext): Promise<string[]> {
  if (ctx.s3) {
    const { orphans } = await findOrphans({ db: ctx.db, blobs: openS3BlobStore(uploadsOf(ctx), ctx.s3), now: ctx.now })
    return orphans.slice(0, MAX_ITEMS).map(({ key }) => key)
  }
  const known = new Set((await ctx.db.selectFrom('blob').select('blobKey').execute()).map(({ blobKey }) => blobKey))
  const unknown: string[] = []
  for await (const key of keysBelow(path.join(uploadsOf(ctx), 'content'), 'content')) {
    if (known.has(key)) continue
    unknown.push(key)
    if (unknown.length === MAX_ITEMS) break
  }
  return unknown
}

async function* keysBelow(dir: string, prefix: string): AsyncGenerator<string> {
  for (const item of await entriesOf(dir)) {
    const key = `${prefix}/${item.name}`
    if (item.isDirectory()) yield* keysBelow(path.join(dir, item.name), key)
    else if (item.isFile()) yield key
  }
}

const entriesOf = (dir: string): Promise<Dirent[]> => readdir(dir, { withFileTypes: true }).catch(() => [])

async function findLeftovers({ dataDir, now }: CheckContext): Promise<string[]> {
  const found: string[] = []
  const dir = path.join('uploads', 'tmp')
  for (const { name } of await entriesOf(path.join(dataDir, dir))) {
    const at = await stat(path.join(dataDir, dir, name)).catch(() => null)
    if (at && now - at.mtimeMs > DAY_MS) found.push(path.join(dir, name))
  }
  return found.slice(0, MAX_ITEMS)
}

/** Same as `Span` of upload chunks (areas/upload/store/request.ts). */
const span = z.object({ start: z.number(), end: z.number() })

async function findWrongSessions(ctx: CheckContext): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('upload_session')
    .select(['id', 'partFile', 'received', 'totalSize'])
    .where('attachmentId', 'is', null)
    .where('failure', '=', '')
    .execute()
  const wrong: string[] = []
  for (const { id, partFile, received, totalSize } of rows) {
    const spans = z.array(span).safeParse(readJson(received)).data
    const last = spans?.at(-1)?.end ?? 0
    const inOrder = spans?.every(({ start, end }, at) => start < end && start > (spans[at - 1]?.end ?? -1))
    const size = (await stat(path.join(uploadsOf(ctx), 'parts', partFile)).catch(() => null))?.size ?? 0
    if (!spans || !inOrder || last > size || (totalSize > 0 && last > totalSize)) wrong.push(`上传 ${id}`)
  }
  return wrong.slice(0, MAX_ITEMS)
}
