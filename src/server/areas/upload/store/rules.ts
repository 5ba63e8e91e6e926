import { type Kysely, sql } from 'kysely'
import { transactionLock } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting } from '#server/db/settings.ts'
import type { CallContext } from '#server/http/context.ts'
import { parseInput } from '#server/http/input.ts'
import {
  HASH_PLACEHOLDER,
  UPLOAD_RULES,
  type UploadKind,
  type UploadParameters,
  uploadQuery,
} from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { SYNC_DIR } from '../attachment/attachments.ts'

const MB = 1024 * 1024

/** upload-protocol.md P1–P3: from the query and the form alike. */
export const parseParameters = (fields: unknown): UploadParameters => parseInput(uploadQuery, fields)

export const limitBytes = (kind: UploadKind): number => UPLOAD_RULES[kind].limitMb * MB

/** Refuses by name and announced size, before the bytes are taken (A·§5, A·§9). */
export function requireAllowed(kind: UploadKind, name: string, params: UploadParameters): void {
  if (params.dir !== SYNC_DIR && !UPLOAD_RULES[kind].extensions.includes(extensionOf(name))) throw wrongFormat(kind)
  if (params.totalSize > limitBytes(kind)) throw tooLarge(kind)
}

/** AppError `forbidden` when it is to count against a site that is not the account's. */
export function requireSiteOf(ctx: CallContext, { siteId }: UploadParameters): void {
  if (siteId > 0) ctx.requireSite(siteId)
}

export const wrongFormat = (kind: UploadKind, why = ''): AppError =>
  new AppError('unsupported', `${why}请上传 ${UPLOAD_RULES[kind].extensions.join(',')} 的格式!`)

export const tooLarge = (kind: UploadKind): AppError =>
  new AppError('too-large', `文件大小不能大于${UPLOAD_RULES[kind].limitMb}M!`)

/** The client's SHA-512 in lower case; null for the placeholder and for what is no such hash (P11). */
export const realHash = (fileMd5: string): string | null =>
  /^[0-9a-f]{128}$/i.test(fileMd5) && fileMd5 !== HASH_PLACEHOLDER ? fileMd5.toLowerCase() : null

/** Compares with the client's SHA-512, when it sent a real one. */
export function requireSameHash(fileMd5: string, sha512: string): void {
  if ((realHash(fileMd5) ?? sha512) !== sha512) {
    throw new AppError('invalid', '文件在上传途中损坏（校验值不一致），请重新上传')
  }
}

/** Setting with the MB that uploads of a site may take: `upload.quotaMb.<site>`, or for all `upload.quotaMb`; 0: any. */
const QUOTA = 'upload.quotaMb'

const QUOTA_LOCK = 7_460_000_000

const quotaOf = async (db: Kysely<Database>, siteId: number): Promise<number> =>
  Number((await readSetting(db, `${QUOTA}.${siteId}`)) ?? (await readSetting(db, QUOTA)) ?? 0) * MB

/**
 * To be called before `requireQuota` where a transaction adds to several sites: all such take their turn in one order, so
 * that no two wait for each other.
 */
export async function lockQuotas(db: Kysely<Database>, sites: readonly number[]): Promise<void> {
  for (const siteId of [...new Set(sites)].toSorted((a, b) => a - b))
    if (siteId !== 0 && (await quotaOf(db, siteId)) > 0) await transactionLock(db, QUOTA_LOCK + siteId)
}

/**
 * AppError `too-large` when `more` bytes are over the site's quota; uploads of no site have none. In a transaction nobody
 * else adds to the site until it ends.
 */
export async function requireQuota(db: Kysely<Database>, siteId: number, more: number): Promise<void> {
  if (siteId === 0) return
  const quota = await quotaOf(db, siteId)
  if (quota === 0) return
  if (db.isTransaction) await transactionLock(db, QUOTA_LOCK + siteId)
  const { used } = await db
    .selectFrom('attachment')
    .select(sql<number>`coalesce(sum(size), 0)`.as('used'))
    .where('siteId', '=', siteId)
    .executeTakeFirstOrThrow()
  if (used + more <= quota) return
  const room = `空间共 ${formatBytes(quota)}，已用 ${formatBytes(used)}`
  throw new AppError('too-large', `这个站点的上传空间不足（${room}），请先在资源库删除不用的文件，或联系管理员增加空间`)
}
