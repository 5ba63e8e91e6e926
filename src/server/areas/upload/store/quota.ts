import { type Kysely, sql } from 'kysely'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, removeSetting, saveSetting } from '#server/db/settings.ts'
import type { CallContext } from '#server/http/context.ts'
import type { AttachmentQuota } from '#shared/contract/attachment.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { canUseSite, isSuper } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'

type Db = Kysely<Database>

const MB = 1024 * 1024

/** Owner of an upload: the site, or the account for uploads without a site. Exactly one quota counts it. */
export interface QuotaOwner {
  /** 0: none. */
  siteId: number
  accountId: number
}

/** Setting keys of the quotas in MB; 0: unlimited. A site's own quota: `upload.quotaMb.<site>`. */
const SITE_SETTING = 'upload.quotaMb'
const ACCOUNT_SETTING = 'upload.accountQuotaMb'
/** Defaults, which fit several of the largest uploads (5,000 MB). */
const DEFAULT_MB = { site: 51_200, account: 20_480 }

/** Lock order: sites before accounts, each by id. */
const compareLockOrder = (a: QuotaOwner, b: QuotaOwner): number =>
  Number(a.siteId === 0) - Number(b.siteId === 0) || a.siteId - b.siteId || a.accountId - b.accountId
const lockOwner = (db: Db, { siteId, accountId }: QuotaOwner): Promise<void> =>
  siteId > 0 ? acquireTransactionLock(db, 'siteQuota', siteId) : acquireTransactionLock(db, 'accountQuota', accountId)

const readSiteQuotaMb = async (db: Db): Promise<number> =>
  Number((await readSetting(db, SITE_SETTING)) ?? DEFAULT_MB.site)
const readAccountQuotaMb = async (db: Db): Promise<number> =>
  Number((await readSetting(db, ACCOUNT_SETTING)) ?? DEFAULT_MB.account)

async function readQuotaBytes(db: Db, { siteId }: QuotaOwner): Promise<number> {
  if (siteId === 0) return (await readAccountQuotaMb(db)) * MB
  const siteQuota = await readSetting(db, `${SITE_SETTING}.${siteId}`)
  return (siteQuota === null ? await readSiteQuotaMb(db) : Number(siteQuota)) * MB
}

/**
 * Must be called before `requireQuota` when a transaction adds to several owners. A common lock order prevents
 * deadlocks.
 */
export async function lockQuotas(db: Db, owners: readonly QuotaOwner[]): Promise<void> {
  for (const owner of owners.toSorted(compareLockOrder))
    if ((await readQuotaBytes(db, owner)) > 0) await lockOwner(db, owner)
}

interface QuotaRequest {
  /** Additional bytes. */
  more: number
  /**
   * Whether unfinished uploads count. They do when an upload starts, so that unfinished uploads can't fill the disk.
   */
  unfinished?: boolean
}

/**
 * Inside a transaction, the owner is locked until it ends.
 * @throws AppError `too-large` when `more` bytes exceed the quota; the text says how much is used and who can change it
 */
export async function requireQuota(
  db: Db,
  owner: QuotaOwner,
  { more, unfinished = false }: QuotaRequest,
): Promise<void> {
  const quota = await readQuotaBytes(db, owner)
  if (quota === 0) return
  if (db.isTransaction) await lockOwner(db, owner)
  const used = await readUsedBytes(db, owner)
  const coming = unfinished ? await readUnfinishedBytes(db, owner) : 0
  if (used + coming + more <= quota) return
  const problem = owner.siteId > 0 ? '该站点的上传空间不足' : '您的上传空间不足'
  const open = coming > 0 ? `，未完成的上传 ${formatBytes(coming)}` : ''
  throw new AppError(
    'too-large',
    `${problem}（空间共 ${formatBytes(quota)}，已用 ${formatBytes(used)}${open}），请先在资源库中删除不再使用的文件，或请超级管理员在资源库的“空间配额”中增加`,
  )
}

async function readUsedBytes(db: Db, { siteId, accountId }: QuotaOwner): Promise<number> {
  const { used } = await db
    .selectFrom('attachment')
    .select(sql<number>`coalesce(sum(size), 0)`.as('used'))
    .where('siteId', '=', siteId)
    .$if(siteId === 0, (query) => query.where('accountId', '=', accountId))
    .executeTakeFirstOrThrow()
  return used
}

async function readUnfinishedBytes(db: Db, { siteId, accountId }: QuotaOwner): Promise<number> {
  const { coming } = await db
    .selectFrom('upload_session')
    .select(sql<number>`coalesce(sum("totalSize"), 0)`.as('coming'))
    .where('siteId', '=', siteId)
    .$if(siteId === 0, (query) => query.where('accountId', '=', accountId))
    .where('attachmentId', 'is', null)
    .where('failure', '=', '')
    .executeTakeFirstOrThrow()
  return coming
}

/** Reads the quotas and the used space of the caller's sites and own account. */
export async function readQuotas(ctx: CallContext): Promise<AttachmentQuota> {
  const { authority, accountId } = ctx.requireSignedIn()
  const rows = await ctx.db
    .selectFrom('site')
    .select(['id', 'title'])
    .where('deleteTime', 'is', null)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  const totals = await ctx.db
    .selectFrom('attachment')
    .select(['siteId', sql<number>`coalesce(sum(size), 0)`.as('used')])
    .groupBy('siteId')
    .execute()
  const used = new Map(totals.map((row) => [row.siteId, row.used]))
  const sites = rows
    .filter(({ id }) => canUseSite(authority, id))
    .map(async ({ id, title }) => {
      const siteQuota = await readSetting(ctx.db, `${SITE_SETTING}.${id}`)
      return { siteId: id, title, used: used.get(id) ?? 0, quotaMb: siteQuota === null ? null : Number(siteQuota) }
    })
  return {
    siteMb: await readSiteQuotaMb(ctx.db),
    accountMb: await readAccountQuotaMb(ctx.db),
    accountUsed: await readUsedBytes(ctx.db, { siteId: 0, accountId }),
    editable: isSuper(authority),
    sites: await Promise.all(sites),
  }
}

/** @throws AppError `forbidden` except for super administrators, `not-found` for a missing site */
export async function saveQuotas(ctx: CallContext, input: ParsedOf<'attachment.saveQuota'>): Promise<void> {
  const { db } = ctx
  if (!isSuper(ctx.requireSignedIn().authority)) throw new AppError('forbidden', '空间配额只能由超级管理员修改')
  await saveSetting(db, SITE_SETTING, String(input.siteMb))
  await saveSetting(db, ACCOUNT_SETTING, String(input.accountMb))
  for (const { siteId, quotaMb } of input.sites) {
    const site = await db.selectFrom('site').select('id').where('id', '=', siteId).executeTakeFirst()
    if (!site) throw new AppError('not-found', `站点（编号 ${siteId}）不存在，可能已被删除，请刷新后重试`)
    if (quotaMb === null) await removeSetting(db, `${SITE_SETTING}.${siteId}`)
    else await saveSetting(db, `${SITE_SETTING}.${siteId}`, String(quotaMb))
  }
}
