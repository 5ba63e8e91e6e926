import { readTrueName } from '#server/areas/people/account/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { notify } from '#server/areas/people/notice/index.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { type EntryEditor, type EntryLock, LOCK_TIMEOUT_MS } from '#shared/contract/entryLock.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type LockRow = RowOf<'entry_lock'>
type Form = ParsedOf<'entryLock.hold'>

const routes: Routes<'entryLock'> = {
  'entryLock.hold': acquireOrRenew,
  'entryLock.take': claimLock,
  'entryLock.release': async ({ db, requireSignedIn }, { id, holder }) => {
    await db
      .deleteFrom('entry_lock')
      .where('contentId', '=', id)
      .where('holder', '=', holder)
      .where('session', '=', requireSignedIn().sessionHash)
      .execute()
    return null
  },
  'entryLock.list': async (ctx, { classId }) => {
    const rows = await ctx.db
      .selectFrom('entry_lock')
      .selectAll()
      .where('classId', '=', classId)
      .where('seenTime', '>', expiry(ctx))
      .execute()
    return rows.map((row) => presentEditor(ctx, row))
  },
}

/** Locks whose form was last seen before this time have expired. */
const expiry = ({ clock }: Pick<CallContext, 'clock'>): number => clock.now().getTime() - LOCK_TIMEOUT_MS

/** A heartbeat updates one row by key: 50 editors every 20 s are 2.5 updates per second. */
async function acquireOrRenew(ctx: CallContext, form: Form): Promise<EntryLock> {
  const kept = await ctx.db
    .updateTable('entry_lock')
    .set({ seenTime: ctx.clock.now().getTime(), session: ctx.requireSignedIn().sessionHash })
    .where('contentId', '=', form.id)
    .where('holder', '=', form.holder)
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .executeTakeFirst()
  if (kept.numUpdatedRows > 0n) return { isMine: true, editor: null, wasTaken: false, version: 0 }
  const version = await readVersion(ctx, form)
  const got = await acquireLock(ctx, form, 'free')
  if (got) return { isMine: true, editor: null, wasTaken: false, version }
  const row = await findLock(ctx.db, form.id)
  // The holder has just released the lock; the next heartbeat acquires it.
  if (!row) return { isMine: false, editor: null, wasTaken: false, version }
  return { isMine: false, editor: presentEditor(ctx, row), wasTaken: row.takenFrom === form.holder, version }
}

async function claimLock(ctx: CallContext, form: Form): Promise<EntryLock> {
  const version = await readVersion(ctx, form)
  const before = await findLock(ctx.db, form.id)
  await acquireLock(ctx, form, 'any', before?.holder ?? '')
  const { accountId } = ctx.requireSignedIn()
  const wasHeld = before !== undefined && before.holder !== form.holder && before.seenTime > expiry(ctx)
  if (wasHeld && before.accountId !== accountId) await notifyTakenOver(ctx, form, before)
  return { isMine: true, editor: null, wasTaken: false, version }
}

/** Acquires the lock if it is free, or from anybody. Returns whether it was acquired. */
async function acquireLock(ctx: CallContext, { id, classId, holder }: Form, from: 'free' | 'any', takenFrom = '') {
  const { accountId, sessionHash: session } = ctx.requireSignedIn()
  const now = ctx.clock.now().getTime()
  const row = {
    classId,
    accountId,
    session,
    name: await readTrueName(ctx, ctx.requireSignedIn()),
    holder,
    sinceTime: now,
    seenTime: now,
    takenFrom,
  }
  const written = await ctx.db
    .insertInto('entry_lock')
    .values({ contentId: id, ...row })
    .onConflict((conflict) => {
      const change = conflict.column('contentId').doUpdateSet(row)
      return from === 'any' ? change : change.where('entry_lock.seenTime', '<=', expiry(ctx))
    })
    .returning('contentId')
    .executeTakeFirst()
  return written !== undefined
}

const findLock = (db: Kysely<Database>, id: number): Promise<LockRow | undefined> =>
  db.selectFrom('entry_lock').selectAll().where('contentId', '=', id).executeTakeFirst()

/** AppError `not-found` for an entry that the column does not contain. */
async function readVersion({ db }: CallContext, { id, classId }: Form): Promise<number> {
  const row = await db
    .selectFrom('content')
    .select('version')
    .where('id', '=', id)
    .where('classId', '=', classId)
    .executeTakeFirst()
  if (!row) throw missingRecord('内容不存在，可能已被删除', id)
  return row.version
}

const presentEditor = (ctx: CallContext, row: LockRow): EntryEditor => ({
  id: row.contentId,
  name: row.name,
  since: formatDateTime(row.sinceTime),
  isOwn: row.accountId === ctx.requireSignedIn().accountId,
})

async function notifyTakenOver(ctx: CallContext, { id, classId }: Form, before: LockRow): Promise<void> {
  const entry = await ctx.db.selectFrom('content').select(['title', 'siteId']).where('id', '=', id).executeTakeFirst()
  await notify(ctx, [before.accountId], {
    kind: 'takeover',
    title: `${await readTrueName(ctx, ctx.requireSignedIn())} 接管了“${entry?.title || `编号为 ${id} 的内容`}”的编辑`,
    body: '未保存的内容已存为本机草稿，重新打开该内容即可恢复。',
    place: 'entry',
    siteId: entry?.siteId ?? 0,
    classId,
    contentId: id,
  })
}

/** Removes the locks of closed windows. */
async function removeExpired(deps: ServerDeps): Promise<void> {
  await deps.db.deleteFrom('entry_lock').where('seenTime', '<=', expiry(deps)).execute()
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void =>
  scheduleMaintenance(app, deps, () => removeExpired(deps))

/** Locks that show who is editing an entry. */
export const entryLock: Resource = { routes, plugin }
