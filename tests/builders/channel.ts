import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** A sender account right in the database, without a password; nothing answers at its address. */
export async function buildEmailChannel(db: Kysely<Database>, changes: Partial<Insertable<Database['email_channel']>>) {
  const row = {
    siteId: 1,
    account: 'news@example.com',
    password: '',
    sendName: '集团官网',
    smtp: '127.0.0.1',
    port: 1,
    security: 'ssl',
    perMinute: 60,
    createTime: 0,
    updatedBy: 'admin',
    updateTime: 0,
    ...changes,
  } as const
  return (await db.insertInto('email_channel').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** A message that is held, with one recipient to whom it could not be sent. */
export async function buildHeldMessage(
  db: Kysely<Database>,
  changes: Partial<Insertable<Database['outgoing']>> & Pick<Database['outgoing'], 'kind'>,
) {
  const row = {
    siteId: 1,
    channelId: 1,
    channelName: '集团官网',
    title: '您好',
    body: '<p>正文</p>',
    extra: JSON.stringify({ isMass: false, attachments: [] }),
    sendType: 1,
    dueTime: 0,
    state: 'paused',
    nextTime: 0,
    total: 1,
    accountId: 1,
    username: 'admin',
    createTime: 0,
    ...changes,
  } as const
  const { id } = await db.insertInto('outgoing').values(row).returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('outgoing_count')
    .values({ kind: row.kind, siteId: row.siteId, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'siteId']).doUpdateSet((eb) => ({ count: eb('outgoing_count.count', '+', 1) })),
    )
    .execute()
  const recipient = {
    outgoingId: id,
    kind: row.kind,
    address: 'a@example.com',
    name: '',
    memberId: 0,
    state: 'failed',
  } as const
  await db.insertInto('outgoing_recipient').values(recipient).execute()
  return id
}
