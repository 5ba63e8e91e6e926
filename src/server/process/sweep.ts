import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedFile, open } from '#server/db/connect.ts'
import { engineOf } from '#server/db/dialect.ts'
import { isBehind, refuseNewer, standing } from '#server/db/migration/migrate.ts'
import { confirmOriginal } from '#server/db/serverCopy.ts'
import { queryTime } from '#server/db/queryTime.ts'
import type { BlobStore } from '#server/storage/blobStore.ts'
import { openLocalBlobStore } from '#server/storage/local/blobs.ts'
import { openS3BlobStore } from '#server/storage/s3/blobs.ts'
import { lookAtOwner, type OwnerDoubt, takeStore } from '#server/storage/storeOwner.ts'
import { findOrphans, isImplausible, removeOrphans, storeTime, type SweepFigures } from '#server/storage/sweep.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import type { ProcessOptions } from './options.ts'

const STEP_MS = 3600_000
/** Orphans that are named. */
const NAMED = 5

const DOUBTS: Record<OwnerDoubt, string> = {
  other: '这个存储属于另一个数据库：没有记录的内容可能是它的',
  newer: '这个存储最近由一个更新的数据库清理过：这个数据库可能是恢复的备份或副本',
}

type Place = Pick<ProcessOptions, 'dataDir' | 'databaseUrl' | 's3'>
type Options = Place & Pick<ProcessOptions, 'remove' | 'force'>

/**
 * `sweep`: says what the store holds that no row names, stopped or beside running servers; with --remove it goes.
 * AppErrors: `not-found` without data, `invalid` for data of another version, `conflict` when it may be the wrong store.
 */
export async function sweep({ dataDir, databaseUrl, s3, remove, force }: Options): Promise<string> {
  return withStore({ dataDir, databaseUrl, s3 }, ({ db, blobs }) =>
    queryTime.run(STEP_MS, async () => {
      const now = remove ? await storeTime(blobs) : Date.now()
      const figures = await findOrphans({ db, blobs, now })
      if (!remove) {
        const doubt = await lookAtOwner({ db, blobs }, now)
        const why = doubt ? `\n${DOUBTS[doubt]}` : ''
        return `${describe(figures)}${why}\n没有删除任何内容；加上 --remove 才会删除`
      }
      const doubt = await takeStore({ db, blobs }, { now, force })
      if (doubt)
        throw new AppError(
          'conflict',
          `${describe(figures)}\n${DOUBTS[doubt]}，没有删除任何内容；确认只有这个数据库使用它后，再加上 --force`,
        )
      if (isImplausible(figures) && !force)
        throw new AppError(
          'conflict',
          `${describe(figures)}\n没有记录的内容超过一半，可能这个数据库不属于这个存储，没有删除任何内容；确认无误后再加上 --force`,
        )
      const { count, bytes } = await removeOrphans({ db, blobs }, figures.orphans)
      return `${describe(figures)}\n已删除 ${count} 个（${formatBytes(bytes)}）`
    }),
  )
}

/**
 * `take-store`: this database is the original from now on. The store is its own, servers on other copies of it remove nothing any
 * more, and what its server did not send as a copy goes out.
 * AppErrors: `not-found` without data, `invalid` for data of another version.
 */
export const takeStoreOver = (options: Place): Promise<string> =>
  withStore(options, async ({ db, blobs }) => {
    await takeStore({ db, blobs }, { now: Date.now(), force: true })
    await confirmOriginal(db, options.databaseUrl ? null : options.dataDir)
    return '文件存储现在属于这个数据库。使用它的服务器最多 5 分钟后开始清理；使用其他数据库（例如副本）的服务器不再删除其中的文件。本服务器如果是副本，最多 1 分钟后开始发送等待中的邮件、短信和 Webhook'
  })

async function withStore(
  { dataDir, databaseUrl, s3 }: Place,
  work: (ctx: { db: ReturnType<typeof open>; blobs: BlobStore }) => Promise<string>,
): Promise<string> {
  if (!databaseUrl && !existsSync(embeddedFile(dataDir)))
    throw new AppError('not-found', `${dataDir} 里还没有数据，请先启动一次服务器`)
  const db = open({ dataDir, databaseUrl })
  const uploads = join(dataDir, 'uploads')
  const blobs = s3 ? openS3BlobStore(uploads, s3) : openLocalBlobStore(uploads)
  try {
    const at = await standing(db)
    refuseNewer(at, engineOf(db))
    if (isBehind(at)) throw new AppError('invalid', '数据来自旧版本的程序，请先启动一次服务器完成升级')
    return await work({ db, blobs })
  } finally {
    await db.destroy()
  }
}

function describe({ objects, bytes, young, unknown, orphans }: SweepFigures): string {
  const size = orphans.reduce((sum, orphan) => sum + orphan.size, 0)
  const examples = orphans.slice(0, NAMED).map(({ key }) => key)
  return [
    `存储里有 ${objects} 个文件（${formatBytes(bytes)}），其中 ${young} 个不到 24 小时，没有判断`,
    `没有任何记录的：${orphans.length} 个（${formatBytes(size)}）${examples.length > 0 ? `，如 ${examples.join('、')}` : ''}`,
    ...(unknown > 0 ? [`其他文件（不会动）：${unknown} 个`] : []),
  ].join('\n')
}
