import path from 'node:path'
import { sql } from 'kysely'
import { bytesKey } from '#server/db/bytesKey.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { byQuery, type CheckContext, type Invariant, MOST, sampled } from './invariant.ts'

/** Contents that are asked for in the store, unless all are. */
const ASKED = 200

/** What is looked for on this disk, and does not lie there when template files stand in the database. */
export const ON_DISK: ReadonlySet<string> = new Set([
  'template.folder',
  'template.recycled',
  'template.missing',
  'template.damaged',
  'template.changed',
  'template.kept',
  'template.journal',
  'statics.files',
  'statics.record',
  'statics.public',
  'upload.sessions',
])

const RESTORE = '请从存储桶的历史版本或备份恢复这些对象'

/** Template files and built pages whose bytes lie in the store. */
export const STORED: readonly Invariant[] = [
  {
    code: 'stored.folder',
    problem: '模板没有文件夹',
    meaning: '这些模板打不开，使用它们的站点不能生成页面',
    remedy: '请从备份恢复数据库',
    level: 'fault',
    find: byQuery(
      () => sql`select name as item from template where "deleteTime" is null and not exists
        (select 1 from template_file where area = '' and path = template.folder) limit ${sql.lit(MOST)}`,
    ),
  },
  {
    code: 'stored.unknown',
    problem: '模板文件或页面的内容没有登记',
    meaning: '这些文件打不开',
    remedy: RESTORE,
    level: 'fault',
    find: byQuery(
      () => sql`select path as item from
        (select path, sha256 from template_file where kind = 'file' union all select path, sha256 from site_file) named
        where not exists (select 1 from stored_content where stored_content.sha256 = named.sha256 and "isStored" = 1)
        limit ${sql.lit(MOST)}`,
    ),
  },
  {
    code: 'stored.missing',
    problem: '模板文件或页面的内容不在存储里',
    meaning: '这些文件打不开',
    remedy: RESTORE,
    level: 'fault',
    find: missing,
  },
]

async function missing(ctx: CheckContext): Promise<string[]> {
  const folder = path.join(ctx.dataDir, 'uploads')
  const store = ctx.s3 ? openS3BlobStore(folder, ctx.s3) : openLocalBlobStore(folder)
  const rows = await ctx.db.selectFrom('stored_content').select('sha256').where('isStored', '=', 1).execute()
  const lost: string[] = []
  for (const { sha256 } of sampled(ctx, rows, ASKED)) {
    if (lost.length === MOST) break
    if (await store.has(bytesKey(sha256))) continue
    const named = ctx.db.selectFrom('template_file').select('path').where('sha256', '=', sha256)
    lost.push((await named.limit(1).executeTakeFirst())?.path ?? sha256)
  }
  return lost
}
