import { computeInitials } from '../db/initials.ts'
import type { Kysely } from 'kysely'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'
import { advanceIdSequence } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import { grantDesigner, grantEditor, type SeededSite } from './roles.ts'

export const ADMIN = 'admin'

const DEMO_ACCOUNTS = ['editor', 'designer', 'guest']
/** Names of the accounts. */
export const TRUE_NAMES: Record<string, string> = {
  admin: '系统管理员',
  editor: '李婷',
  designer: '王强',
  guest: '访客',
}
/** Telephone numbers of an unassigned range. */
const PHONES: Record<string, string> = {
  admin: '19900000001',
  editor: '19900000002',
  designer: '19900000003',
  guest: '19900000004',
}

/** argon2id hashes; null: the account exists but can't sign in until an administrator sets its password. */
export interface PasswordHashes {
  admin: string
  demo: string | null
}

/**
 * Inserts four roles with one account each (admin, editor, designer, and guest whose role grants nothing), and
 * departments.
 */
export async function insertAccounts(
  db: Kysely<Database>,
  sites: readonly SeededSite[],
  passwords: PasswordHashes,
  createTime: number,
): Promise<void> {
  await db.insertInto('role').values({ id: SUPER_GROUP, parentId: 0, title: '超级管理员', createTime }).execute()
  await advanceIdSequence(db, 'role', SUPER_GROUP + 1)
  const role = async (title: string) =>
    (await db.insertInto('role').values({ title, createTime }).returning('id').executeTakeFirstOrThrow()).id
  const departments = await insertDepartments(db, createTime)
  let number = 0
  const account = async (username: string, roleId: number, passwordHash: string | null) => {
    const row = {
      username,
      usernameKey: username.toLowerCase(),
      passwordHash,
      roleId,
      isStatus: 1,
      createTime,
      trueName: TRUE_NAMES[username] ?? '',
      initials: (await computeInitials([TRUE_NAMES[username] ?? '']))[0] ?? '',
      email: `${username}@example.com`,
      phone: PHONES[username] ?? '',
      employeeNumber: `SC${String(++number).padStart(4, '0')}`,
      departmentId: departments.get(DEPARTMENT_OF[username] ?? '') ?? null,
    } as const
    await db.insertInto('account').values(row).execute()
  }

  await account(ADMIN, SUPER_GROUP, passwords.admin)
  const editor = await role('站点编辑')
  await grantEditor(db, editor, sites)
  await account('editor', editor, passwords.demo)
  const designer = await role('模板设计师')
  await grantDesigner(db, designer, sites)
  await account('designer', designer, passwords.demo)
  await account('guest', await role('无角色'), passwords.demo)
}

/** Sets the password of demo accounts that have none yet. */
export async function fillDemoPasswords(db: Kysely<Database>, passwordHash: string): Promise<void> {
  const waiting = db.updateTable('account').set({ passwordHash }).where('passwordHash', 'is', null)
  await waiting.where('usernameKey', 'in', DEMO_ACCOUNTS).execute()
}

interface Node {
  [title: string]: Node
}

/** The departments of a first run, in order. */
const TREE: Node = {
  集团总部: {
    综合管理部: {},
    品牌传播部: { 内容编辑组: {}, 新媒体组: {} },
    信息技术部: { 平台运维组: {}, 网站设计组: {} },
    人力资源部: {},
    财务部: {},
  },
  华东分公司: { 综合管理部: {}, 市场部: {} },
  华南分公司: { 综合管理部: {}, 市场部: {} },
}

/** The department of each account of the first run; the guest has none. */
const DEPARTMENT_OF: Readonly<Record<string, string>> = {
  admin: '信息技术部',
  editor: '内容编辑组',
  designer: '网站设计组',
}

/** Inserts the departments. Returns the ids by title; for a repeated title the first id. */
async function insertDepartments(db: Kysely<Database>, now: number): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  const insert = async (parentId: number, node: Node): Promise<void> => {
    for (const [title, below] of Object.entries(node)) {
      const row = { parentId, title, createTime: now, updatedBy: '', updateTime: now }
      const { id } = await db.insertInto('department').values(row).returning('id').executeTakeFirstOrThrow()
      if (!ids.has(title)) ids.set(title, id)
      await insert(id, below)
    }
  }
  await insert(0, TREE)
  return ids
}
