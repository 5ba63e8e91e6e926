import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

type Table = CreateTableBuilder<string, string>

/** Accounts, roles, sessions, sites, columns, the operation log and settings. */
export const core: Migration = {
  async up(db: Kysely<Database>) {
    const id = idColumn(engineOf(db))
    const make = (name: string, define: (table: Table) => Table) => define(db.schema.createTable(name)).execute()

    await make('role', (t) => text(number(t.addColumn('id', 'integer', id), 'createTime'), 'title'))
    await make('role_grant', (t) =>
      number(text(t, 'settings'), 'roleId', 'siteId', 'menuId')
        .addPrimaryKeyConstraint('role_grant_pk', ['roleId', 'siteId', 'menuId'])
        .addForeignKeyConstraint('role_grant_role', ['roleId'], 'role', ['id'], (fk) => fk.onDelete('cascade')),
    )
    await make('account', (t) =>
      text(number(t.addColumn('id', 'integer', id), 'roleId', 'isStatus', 'createTime'), 'username', 'usernameKey')
        .addColumn('passwordHash', 'text')
        .addUniqueConstraint('account_username', ['usernameKey'])
        .addForeignKeyConstraint('account_role', ['roleId'], 'role', ['id']),
    )
    await make('session', (t) =>
      number(
        text(t.addColumn('tokenHash', 'text', primary), 'ip', 'userAgent'),
        'accountId',
        'createTime',
        'expireTime',
      ).addForeignKeyConstraint('session_account', ['accountId'], 'account', ['id'], (fk) => fk.onDelete('cascade')),
    )
    await db.schema.createIndex('session_expire').on('session').column('expireTime').execute()
    await make('login_token', (t) =>
      number(t.addColumn('tokenHash', 'text', primary), 'accountId', 'expireTime').addForeignKeyConstraint(
        'login_token_account',
        ['accountId'],
        'account',
        ['id'],
        (fk) => fk.onDelete('cascade'),
      ),
    )
    await make('captcha', (t) => number(text(t.addColumn('codeKey', 'text', primary), 'value'), 'expireTime'))
    await make('login_attempt', (t) => number(t.addColumn('usernameKey', 'text', primary), 'failures', 'lockedUntil'))
    await make('site', (t) =>
      number(
        text(
          t.addColumn('id', 'integer', id),
          ...['title', 'symbol', 'note', 'javascript', 'icp', 'copyright', 'policeIcp', 'eduIcp', 'domain'],
          ...['seoTitle', 'seoKeywords', 'seoDescription'],
        ),
        ...['manageType', 'templateId', 'isStatus', 'sort', 'createTime', 'grayscale'],
      ).addUniqueConstraint('site_symbol', ['symbol']),
    )
    await make('site_column', (t) =>
      number(
        text(
          t.addColumn('id', 'integer', id),
          ...['title', 'enTitle', 'identifies', 'code', 'manageUrl', 'frontUrl', 'relationWorkFlow'],
          ...['frontListUrl', 'frontListTemplate', 'frontDetailUrl', 'frontDetailTemplate'],
          ...['setting', 'apiUrlList', 'showPositionIds', 'fields', 'seoTitle', 'seoKeywords', 'seoDescription'],
        ),
        ...['siteId', 'parentId', 'menuType', 'sort', 'hits', 'clue', 'moduleId', 'isAddArticle'],
        ...['allowAddChild', 'allowUpdate', 'allowDelete', 'allowCascadeDelete', 'allowSort', 'isChildMenu'],
        ...['isSystemMenu', 'showCrumbs', 'showLoop', 'showFront', 'showManage', 'targetBlank'],
      ),
    )
    await db.schema.createIndex('site_column_place').on('site_column').columns(['siteId', 'parentId', 'sort']).execute()
    await make('operation_log', (t) =>
      number(
        text(t.addColumn('id', 'integer', id), 'title', 'operation', 'username', 'ip', 'method', 'url', 'input', 'msg'),
        ...['code', 'durationMs', 'createTime'],
      ).addColumn('accountId', 'bigint'),
    )
    await db.schema.createIndex('operation_log_time').on('operation_log').column('createTime').execute()
    await make('setting', (t) => text(t.addColumn('name', 'text', primary), 'value'))
  },
}

const primary = (column: Parameters<Parameters<Table['addColumn']>[2] & object>[0]) => column.primaryKey()
const text = (table: Table, ...names: string[]): Table =>
  names.reduce((t, name) => t.addColumn(name, 'text', (c) => c.notNull()), table)
const number = (table: Table, ...names: string[]): Table =>
  names.reduce((t, name) => t.addColumn(name, 'bigint', (c) => c.notNull()), table)
