import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

type Table = CreateTableBuilder<string, string>

/** Accounts, roles, sessions, sites, columns, the operation log and settings. */
export const core: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    const make = (name: string, define: (table: Table) => Table) => define(db.schema.createTable(name)).execute()

    await make('role', (t) => number(text(t.addColumn('id', 'integer', id), 'title'), 'createTime'))
    await make('role_grant', (t) =>
      number(text(t, 'settings'), 'roleId siteId menuId')
        .addPrimaryKeyConstraint('role_grant_pk', ['roleId', 'siteId', 'menuId'])
        .addForeignKeyConstraint('role_grant_role', ['roleId'], 'role', ['id'], (fk) => fk.onDelete('cascade')),
    )
    await make('account', (t) =>
      number(text(t.addColumn('id', 'integer', id), 'username usernameKey'), 'roleId isStatus createTime')
        .addColumn('passwordHash', 'text')
        .addUniqueConstraint('account_username', ['usernameKey'])
        .addForeignKeyConstraint('account_role', ['roleId'], 'role', ['id']),
    )
    await make('session', (t) =>
      ofAccount(number(text(t.addColumn('tokenHash', 'text', primary), 'ip userAgent'), 'createTime expireTime')),
    )
    await db.schema.createIndex('session_expire').on('session').column('expireTime').execute()
    await make('login_token', (t) => ofAccount(number(t.addColumn('tokenHash', 'text', primary), 'expireTime')))
    await make('captcha', (t) => number(text(t.addColumn('codeKey', 'text', primary), 'value'), 'expireTime'))
    await make('login_attempt', (t) => number(t.addColumn('usernameKey', 'text', primary), 'failures lockedUntil'))
    await make('site', (t) =>
      number(
        text(
          t.addColumn('id', 'integer', id),
          'title symbol note javascript icp copyright policeIcp eduIcp domain seoTitle seoKeywords seoDescription',
        ),
        'manageType templateId isStatus sort createTime grayscale',
      ).addUniqueConstraint('site_symbol', ['symbol']),
    )
    await make('site_column', (t) => number(text(t.addColumn('id', 'integer', id), COLUMN_TEXTS), COLUMN_NUMBERS))
    await db.schema.createIndex('site_column_place').on('site_column').columns(['siteId', 'parentId', 'sort']).execute()
    await make('operation_log', (t) =>
      number(
        text(t.addColumn('id', 'integer', id), 'title operation username ip method url input msg'),
        'code durationMs createTime',
      ).addColumn('accountId', 'bigint'),
    )
    await db.schema.createIndex('operation_log_time').on('operation_log').column('createTime').execute()
    await make('setting', (t) => text(t.addColumn('name', 'text', primary), 'value'))
  },
}

const COLUMN_TEXTS =
  'title enTitle identifies code manageUrl frontUrl relationWorkFlow frontListUrl frontListTemplate frontDetailUrl ' +
  'frontDetailTemplate setting apiUrlList showPositionIds fields seoTitle seoKeywords seoDescription'
const COLUMN_NUMBERS =
  'siteId parentId menuType sort hits clue moduleId isAddArticle allowAddChild allowUpdate allowDelete ' +
  'allowCascadeDelete allowSort isChildMenu isSystemMenu showCrumbs showLoop showFront showManage targetBlank'

const primary = (column: ColumnDefinitionBuilder) => column.primaryKey()
const add = (table: Table, type: 'text' | 'bigint', names: string): Table =>
  names.split(' ').reduce((t, name) => t.addColumn(name, type, (column) => column.notNull()), table)
/** Columns that always hold a value; names separated by a blank. */
const text = (table: Table, names: string): Table => add(table, 'text', names)
const number = (table: Table, names: string): Table => add(table, 'bigint', names)
const ofAccount = (table: Table): Table =>
  number(table, 'accountId').addForeignKeyConstraint('account_owner', ['accountId'], 'account', ['id'], (fk) =>
    fk.onDelete('cascade'),
  )
