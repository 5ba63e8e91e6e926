import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord } from '#server/http/missingRecords.ts'
import type { Handler } from '#server/http/routes.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import type { OpenWorkKind } from '#server/areas/people/account/index.ts'
import type { SensitiveClass } from '#shared/contract/sensitive.ts'
import { fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

type Db = Kysely<Database>

/** A class whose words cannot be published unless one of these people agrees. */
export interface ForbiddingClass {
  id: number
  title: string
  persons: { accountId: number; name: string }[]
}

/** The forbidding classes by id, with real names. Empty when there are none: then texts are not searched for them. */
export async function forbiddingClasses(db: Db): Promise<ReadonlyMap<number, ForbiddingClass>> {
  const rows = await db
    .selectFrom('sensitive_class')
    .select(['id', 'title'])
    .where('isForbidding', '=', 1)
    .orderBy('title')
    .execute()
  if (rows.length === 0) return new Map()
  const persons = await readPersons(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, title }) => [id, { id, title, persons: persons.get(id) ?? [] }]))
}

async function readPersons(db: Db, classIds: readonly number[]): Promise<Map<number, ForbiddingClass['persons']>> {
  const rows = await db
    .selectFrom('sensitive_class_person')
    .leftJoin('account', 'account.id', 'sensitive_class_person.accountId')
    .select([
      'sensitive_class_person.classId',
      'sensitive_class_person.accountId',
      'account.trueName',
      'account.username',
    ])
    .where('sensitive_class_person.classId', 'in', [...classIds, -1])
    .orderBy('sensitive_class_person.accountId')
    .execute()
  const byClass = Map.groupBy(rows, ({ classId }) => classId)
  return new Map(
    [...byClass].map(([classId, list]) => [
      classId,
      list.map(({ accountId, trueName, username }) => ({ accountId, name: trueName || (username ?? '') })),
    ]),
  )
}

/** All classes with their people and number of words. */
export async function listClasses({ db }: CallContext): Promise<SensitiveClass[]> {
  const rows = await db.selectFrom('sensitive_class').selectAll().orderBy('title').execute()
  const persons = await readPersons(
    db,
    rows.map(({ id }) => id),
  )
  const counted = await db
    .selectFrom('sensitive_word')
    .select((eb) => ['classId', eb.fn.countAll<number>().as('words')])
    .where('classId', '!=', 0)
    .groupBy('classId')
    .execute()
  const words = new Map(counted.map((row) => [row.classId, row.words]))
  return rows.map(({ id, title, isForbidding, version, updatedBy, updateTime }) => ({
    id,
    title,
    version,
    isForbidding: isForbidding === 1,
    persons: persons.get(id) ?? [],
    words: words.get(id) ?? 0,
    changedBy: updatedBy,
    changedAt: formatDateTime(updateTime),
  }))
}

/** AppErrors at the field: a name in use, people who are missing or disabled. */
export const saveClass: Handler<'sensitive.saveClass'> = async (ctx, form) => {
  const persons = [...new Set(form.persons)]
  await requirePersons(ctx, persons)
  const { id } = await saveVersioned(ctx, 'sensitive_class', {
    id: form.id,
    version: form.version,
    row: { title: form.title, isForbidding: form.isForbidding ? 1 : 0 },
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: async ({ db }, classId) => {
      const row = await db.selectFrom('sensitive_class').selectAll().where('id', '=', classId).executeTakeFirst()
      if (!row) throw missingRecord(MISSING, classId)
      return row
    },
    nameOf: ({ title }) => `敏感词类别“${title}”`,
    duplicateError: () => fieldError('conflict', 'title', `类别“${form.title}”已存在，请换一个名称`),
  })
  await ctx.db.deleteFrom('sensitive_class_person').where('classId', '=', id).execute()
  if (persons.length > 0)
    await ctx.db
      .insertInto('sensitive_class_person')
      .values(persons.map((accountId) => ({ classId: id, accountId })))
      .execute()
  return { id }
}

const MISSING = '敏感词类别不存在，可能已被删除，请刷新'

async function requirePersons({ db }: CallContext, ids: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...ids, -1])
    .where('isStatus', '=', 1)
    .execute()
  if (rows.length < ids.length)
    throw fieldError('not-found', 'persons', '选择的同意人中有已删除或已停用的账号，请重新选择')
}

/** Deletes the class. Its words lose their class, and from then on only need confirmation. */
export async function removeClass({ db }: CallContext, id: number): Promise<void> {
  const row = await db.deleteFrom('sensitive_class').where('id', '=', id).returning('id').executeTakeFirst()
  if (!row) throw missingRecord(MISSING, id)
  await db.deleteFrom('sensitive_class_person').where('classId', '=', id).execute()
  await db
    .updateTable('sensitive_word')
    .set((eb) => ({ classId: 0, version: eb('version', '+', 1) }))
    .where('classId', '=', id)
    .execute()
}

/** Checks a class id; 0 for none. AppError at its field. */
export async function requireClassId({ db }: CallContext, id: number): Promise<number> {
  if (id === 0) return 0
  const row = await db.selectFrom('sensitive_class').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw fieldError('not-found', 'classId', '敏感词类别不存在，可能已被删除，请重新选择')
  return row.id
}

/** Classes that an account may agree to; they pass to another account when it is deleted. */
export const classAgreements: OpenWorkKind = {
  title: '个敏感词类别的同意人',
  async count(db, accountIds) {
    const rows = await db
      .selectFrom('sensitive_class_person')
      .select((eb) => ['accountId', eb.fn.countAll<number>().as('classes')])
      .where('accountId', 'in', accountIds)
      .groupBy('accountId')
      .execute()
    return new Map(rows.map(({ accountId, classes }) => [accountId, classes]))
  },
  async handOver({ db }, accountIds, { id }) {
    const rows = await db
      .deleteFrom('sensitive_class_person')
      .where('accountId', 'in', accountIds)
      .returning('classId')
      .execute()
    const handedOver = [...new Set(rows.map(({ classId }) => classId))].map((classId) => ({ classId, accountId: id }))
    if (handedOver.length === 0) return
    await db
      .insertInto('sensitive_class_person')
      .values(handedOver)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
}
