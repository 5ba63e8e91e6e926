import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** 会员管理 and what can be granted there. */
const MEMBER_MENU = 61
const CODES = [1101, 1102, 1103, 1122, 1120, 1121]

/** Members of sites, their groups and levels; the codes that can be granted on their screen. */
export const members: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    const { schema } = db
    const table = (name: string) =>
      schema
        .createTable(name)
        .addColumn('id', 'integer', id)
        .addColumn('siteId', 'bigint', (c) => c.notNull())
        .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(1))
        .addColumn('updatedBy', 'text', (c) => c.notNull())
        .addColumn('updateTime', 'bigint', (c) => c.notNull())
        .addColumn('name', 'text', (c) => c.notNull())
    await table('member')
      .addColumn('userName', 'text', (c) => c.notNull())
      .addColumn('userNameKey', 'text', (c) => c.notNull())
      .addColumn('phone', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('nickName', 'text', (c) => c.notNull())
      .addColumn('birthday', 'text', (c) => c.notNull())
      .addColumn('headSculpture', 'text', (c) => c.notNull())
      .addColumn('sex', 'text', (c) => c.notNull())
      .addColumn('levelId', 'bigint', (c) => c.notNull())
      .addColumn('points', 'bigint', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('isEnable', 'integer', (c) => c.notNull())
      .addColumn('eraseTime', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('member_secret')
      .addColumn('memberId', 'integer', (c) => c.primaryKey().references('member.id').onDelete('cascade'))
      .addColumn('passwordHash', 'text', (c) => c.notNull())
      .addColumn('updateTime', 'bigint', (c) => c.notNull())
      .execute()
    const group = table('member_group').addColumn('note', 'text', (c) => c.notNull())
    await group.execute()
    await schema
      .createTable('member_in_group')
      .addColumn('memberId', 'integer', (c) => c.notNull().references('member.id').onDelete('cascade'))
      .addColumn('groupId', 'integer', (c) => c.notNull().references('member_group.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('member_in_group_key', ['memberId', 'groupId'])
      .execute()
    await table('member_level')
      .addColumn('note', 'text', (c) => c.notNull())
      .addColumn('startValue', 'bigint', (c) => c.notNull())
      .addColumn('endValue', 'bigint', (c) => c.notNull())
      .execute()
    const index = (name: string) => schema.createIndex(name)
    await index('member_name').unique().on('member').columns(['siteId', 'userNameKey']).execute()
    await index('member_place').on('member').columns(['siteId', 'id']).execute()
    await index('member_of_level').on('member').columns(['levelId']).execute()
    await index('member_avatar').on('member').columns(['headSculpture']).execute()
    await index('member_group_name').unique().on('member_group').columns(['siteId', 'name']).execute()
    await index('member_of_group').on('member_in_group').columns(['groupId']).execute()
    await index('member_level_name').unique().on('member_level').columns(['siteId', 'name']).execute()
    await db
      .updateTable('site_column')
      .set({ setting: JSON.stringify(CODES) })
      .where('id', '=', MEMBER_MENU)
      .where('siteId', '=', 0)
      .execute()
  },
}
