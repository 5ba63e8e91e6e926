import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedFile, openDatabase } from '#server/db/connect.ts'
import { engineOf } from '#server/db/dialect.ts'
import { isBehind, refuseNewer, readMigrationState } from '#server/db/migration/migrate.ts'
import { confirmOriginal } from '#server/db/serverCopy.ts'
import { queryTimeout } from '#server/db/queryTimeout.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { findOwnerDoubt, type OwnerDoubt, claimOwnership } from '#server/storage/storeOwner.ts'
import { findOrphans, isImplausible, removeOrphans, readStoreTime, type SweepFigures } from '#server/storage/sweep.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import type { ProcessOptions } from './options.ts'

const STEP_MS = 3600_000
/** Maximum number of examples in the output. */
const MAX_EXAMPLES = 5

const DOUBT_TEXTS: Record<OwnerDoubt, string> = {
  other: '存储属于另一个数据库：没有记录的文件可能由该数据库使用',
  newer: '存储最近由更新的数据库清理过：当前数据库可能是恢复的备份或副本',
}

type StoreLocation = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 's3'>
type Options = StoreLocation & Pick<ProcessOptions, 'remove' | 'force'>

/**
 * The command `sweep`: lists files of the store that no row refers to; with --remove deletes them. Servers may run
 * meanwhile.
 * @throws AppError `not-found` without data, `invalid` for data of another version, `conflict` when the store may be
 * the wrong one
 */
export async function sweep({ dataDir, databaseUrl, s3, remove, force }: Options): Promise<string> {
  return withStore({ dataDir, databaseUrl, s3 }, ({ db, blobs }) =>
    queryTimeout.run(STEP_MS, async () => {
      const now = remove ? await readStoreTime(blobs) : Date.now()
      const figures = await findOrphans({ db, blobs, now })
      if (!remove) {
        const doubt = await findOwnerDoubt({ db, blobs }, now)
        const why = doubt ? `\n${DOUBT_TEXTS[doubt]}` : ''
        return `${formatFigures(figures)}${why}\n未删除任何文件；需要删除时请加上 --remove`
      }
      const doubt = await claimOwnership({ db, blobs }, { now, force })
      if (doubt)
        throw new AppError(
          'conflict',
          `${formatFigures(figures)}\n${DOUBT_TEXTS[doubt]}。未删除任何文件；确认只有当前数据库使用该存储后，请加上 --force`,
        )
      if (isImplausible(figures) && !force)
        throw new AppError(
          'conflict',
          `${formatFigures(figures)}\n没有记录的文件超过一半，当前数据库可能不属于该存储，未删除任何文件；确认无误后请加上 --force`,
        )
      const { count, bytes } = await removeOrphans({ db, blobs }, figures.orphans)
      return `${formatFigures(figures)}\n已删除 ${count} 个（${formatBytes(bytes)}）`
    }),
  )
}

/**
 * The command `take-store`: marks this database as the original and as the store's owner. Servers on copies of it no
 * longer delete files of the store, and messages that its server held back as a copy are sent.
 * @throws AppError `not-found` without data, `invalid` for data of another version
 */
export const claimStore = (options: StoreLocation): Promise<string> =>
  withStore(options, async ({ db, blobs }) => {
    await claimOwnership({ db, blobs }, { now: Date.now(), force: true })
    await confirmOriginal(db, options.databaseUrl ? null : options.dataDir)
    return '文件存储现在属于当前数据库。使用当前数据库的服务器最多 5 分钟后开始清理；使用其他数据库（例如副本）的服务器不再删除存储中的文件。本服务器如果是副本，最多 1 分钟后开始发送等待中的邮件、短信和 Webhook'
  })

async function withStore(
  { dataDir, databaseUrl, s3 }: StoreLocation,
  work: (ctx: { db: ReturnType<typeof openDatabase>; blobs: BlobStore }) => Promise<string>,
): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 中没有数据，请先启动一次服务器`)
  const db = openDatabase({ dataDir, databaseUrl })
  const uploads = join(dataDir, 'uploads')
  const blobs = s3 ? openS3BlobStore(uploads, s3) : openLocalBlobStore(uploads)
  try {
    const at = await readMigrationState(db)
    refuseNewer(at, engineOf(db))
    if (isBehind(at)) throw new AppError('invalid', '数据来自旧版本的程序，请先启动一次服务器完成升级')
    return await work({ db, blobs })
  } finally {
    await db.destroy()
  }
}

function formatFigures({ objects, bytes, young, unknown, orphans }: SweepFigures): string {
  const size = orphans.reduce((sum, orphan) => sum + orphan.size, 0)
  const examples = orphans.slice(0, MAX_EXAMPLES).map(({ key }) => key)
  return [
    `存储中有 ${objects} 个文件（${formatBytes(bytes)}），其中 ${young} 个不到 24 小时，未作判断`,
    `没有记录的文件：${orphans.length} 个（${formatBytes(size)}）${examples.length > 0 ? `，如 ${examples.join('、')}` : ''}`,
    ...(unknown > 0 ? [`其他文件（不处理）：${unknown} 个`] : []),
  ].join('\n')
}
