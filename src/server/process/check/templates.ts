import path from 'node:path'
import { sql } from 'kysely'
import { bytesKey } from '#server/db/bytesKey.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import { byQuery, type CheckContext, type Invariant, MAX_ITEMS, sample } from './invariant.ts'

/** Sample sizes: contents whose existence is checked, and contents that are read (local store only). */
const [ASKED, READ] = [1000, 100]

const RESTORE = '请从备份恢复数据目录的 uploads/bytes，或从存储桶的历史版本恢复这些对象'

/** Files of templates, their revisions and restore points, and built pages: rows whose bytes are in the store. */
export const TEMPLATES: readonly Invariant[] = [
  {
    code: 'template.unknown',
    problem: '模板文件、历史版本或页面的内容未登记',
    meaning: '这些文件无法打开',
    remedy: RESTORE,
    level: 'fault',
    find: byQuery(
      () => sql`select path as item from (
          select path, sha256 from template_file where kind = 'file'
          union all select path, sha256 from template_revision where kept = 1
          union all select path, sha256 from template_moment_file where kind = 'file'
          union all select path, sha256 from site_file
        ) named
        where not exists (select 1 from stored_content where stored_content.sha256 = named.sha256 and "isStored" = 1)
        limit ${sql.lit(MAX_ITEMS)}`,
    ),
  },
  {
    code: 'template.missing',
    problem: '模板文件、历史版本或页面的内容不在存储中',
    meaning: '这些文件无法打开',
    remedy: RESTORE,
    level: 'fault',
    find: findMissing,
  },
  {
    code: 'template.damaged',
    problem: '模板文件的内容与清单的哈希不同',
    meaning: '文件在磁盘上损坏',
    remedy: '请在“历史版本”中还原这些文件，或从备份恢复',
    level: 'fault',
    find: findDamaged,
  },
]

const storeOf = ({ dataDir, s3 }: CheckContext): BlobStore => {
  const folder = path.join(dataDir, 'uploads')
  return s3 ? openS3BlobStore(folder, s3) : openLocalBlobStore(folder)
}
const hashesOf = async ({ db }: CheckContext): Promise<string[]> =>
  (await db.selectFrom('stored_content').select('sha256').where('isStored', '=', 1).execute()).map((row) => row.sha256)

async function findMissing(ctx: CheckContext): Promise<string[]> {
  const store = storeOf(ctx)
  const lost: string[] = []
  for (const sha256 of sample(ctx, await hashesOf(ctx), ASKED)) {
    if (lost.length === MAX_ITEMS) break
    if (!(await store.has(bytesKey(sha256)))) lost.push(await nameOf(ctx, sha256))
  }
  return lost
}

async function findDamaged(ctx: CheckContext): Promise<string[]> {
  const { local } = storeOf(ctx)
  const wrong: string[] = []
  for (const sha256 of local ? sample(ctx, await hashesOf(ctx), READ) : []) {
    if (wrong.length === MAX_ITEMS) break
    const found = await hashFile(local?.pathOf(bytesKey(sha256)) ?? '', 'sha256').catch(() => sha256)
    if (found !== sha256) wrong.push(await nameOf(ctx, sha256))
  }
  return wrong
}

/** The path of a file with this content, else the digest. */
async function nameOf({ db }: CheckContext, sha256: string): Promise<string> {
  const file = await db
    .selectFrom('template_file')
    .select('path')
    .where('sha256', '=', sha256)
    .limit(1)
    .executeTakeFirst()
  const former = db.selectFrom('template_revision').select('path').where('sha256', '=', sha256).limit(1)
  return file?.path ?? (await former.executeTakeFirst())?.path ?? sha256
}
