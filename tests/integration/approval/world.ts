import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { findAccountByName } from '#server/areas/people/account/index.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { Username } from '#tests/integration/server/harness/server.ts'

/** A server to play on. */
export interface Host {
  db(): Kysely<Database>
  as(username: Username): Promise<TestClient>
  /** Ends the server, whatever it does at the moment, and starts one on the same data; absent: it stays. */
  restart?: () => Promise<void>
}

/** Who agrees, besides the super administrator. */
export const STAFF = ['editor', 'designer', 'guest'] as const

/** What the test knows of the people, roles, workflows and columns, from what it has done itself. */
export interface World {
  host: Host
  clients: Map<Username, TestClient>
  /** Account numbers. */
  accounts: Map<Username, number>
  /** Account → its role; the super administrator has none here. */
  roleOf: Map<number, number>
  /** Accounts that may sign in. */
  active: Set<number>
  /** Account → whoever stands in for it. */
  standIns: Map<number, number>
  /** User groups that are there. */
  roles: number[]
  flows: number[]
  columns: number[]
  /** Column → the roles of each step that it asks for at the moment; null: it publishes at once, or is deleted. */
  asks: Map<number, number[][] | null>
}

const CODES = Array.from({ length: 22 }, (_each, at) => 1101 + at)

/** Two columns, two workflows, three people in three new groups. */
export async function buildWorld(host: Host): Promise<World> {
  const admin = await host.as('admin')
  const world: World = {
    host,
    clients: new Map([['admin', admin]]),
    accounts: new Map(),
    roleOf: new Map(),
    active: new Set(),
    standIns: new Map(),
    roles: [],
    flows: [],
    columns: [(await emptyColumn(admin)).id, (await emptyColumn(admin)).id],
    asks: new Map(),
  }
  for (const username of ['admin', ...STAFF] as const) {
    const account = await findAccountByName(host.db(), username)
    if (!account) throw new Error(`no account ${username}`)
    world.accounts.set(username, account.id)
    world.active.add(account.id)
    if (username === 'admin') continue
    await host.db().deleteFrom('stand_in').where('accountId', '=', account.id).execute()
    await host.db().updateTable('account').set({ isStatus: 1 }).where('id', '=', account.id).execute()
    await putInto(world, account.id, await addRole(world))
    world.clients.set(username, await host.as(username))
  }
  const [first = 0, second = 0, third = 0] = world.roles
  world.flows.push(await buildWorkflow(admin, { nodes: [[first], [second, third]] }))
  world.flows.push(await buildWorkflow(admin, { nodes: [[third]], revocability: false }))
  for (const [at, classId] of world.columns.entries()) await linkWorkflow(admin, classId, world.flows[at] ?? 0)
  // So that there is something to decide on from the start.
  for (const classId of [...world.columns, ...world.columns]) await saveArticle(admin, classId)
  await readAsked(world)
  return world
}

export function clientOf({ clients }: World, username: Username): TestClient {
  const client = clients.get(username)
  if (!client) throw new Error(`${username} is not signed in`)
  return client
}

export const accountOf = ({ accounts }: World, username: Username): number => accounts.get(username) ?? 0

/** Makes a group that may do everything in the columns. */
export async function addRole(world: World): Promise<number> {
  const name = `审批组 ${crypto.randomUUID().slice(0, 8)}`
  const { id: roleId } = await clientOf(world, 'admin').ok('role.save', { name, parentId: 1 })
  const db = world.host.db()
  const columns = await db.selectFrom('site_column').select('id').where('id', 'in', world.columns).execute()
  const grants = [
    ...[MENU.approvalTasks, MENU.menuWorkflow].map((menuId) => ({ siteId: 0, menuId, settings: '[]' })),
    ...columns.map(({ id: menuId }) => ({ siteId: 1, menuId, settings: JSON.stringify(CODES) })),
  ]
  await db
    .insertInto('role_grant')
    .values(grants.map((grant) => ({ ...grant, roleId })))
    .execute()
  world.roles.push(roleId)
  return roleId
}

/** Right in the database: the form of an account asks for much that is of no matter here. */
export async function putInto(world: World, accountId: number, roleId: number): Promise<void> {
  await world.host.db().updateTable('account').set({ roleId }).where('id', '=', accountId).execute()
  world.roleOf.set(accountId, roleId)
}

/** Notes what each column asks for. Nothing else may be under way. */
export async function readAsked(world: World): Promise<void> {
  const db = world.host.db()
  for (const classId of world.columns) {
    const row = await db
      .selectFrom('site_column')
      .select('relationWorkFlow')
      .where('id', '=', classId)
      .executeTakeFirst()
    const link = row ? readWorkflowLink(row.relationWorkFlow) : null
    if (!link?.status) {
      world.asks.set(classId, null)
      continue
    }
    const nodes = await db
      .selectFrom('workflow_node')
      .select('roles')
      .where('workflowId', '=', link.workFlowId)
      .orderBy('sort')
      .execute()
    const asked = nodes.map(({ roles }) => (JSON.parse(roles) as { roleId: number }[]).map(({ roleId }) => roleId))
    world.asks.set(classId, asked)
  }
}

/** Accounts that can sign in and may carry out a step of these roles, but for super administrators. */
export function holdersOf({ roleOf, active, standIns }: World, roleIds: readonly number[]): Set<number> {
  const own = [...roleOf].filter(([id, role]) => active.has(id) && roleIds.includes(role)).map(([id]) => id)
  const others = own.flatMap((id) => standIns.get(id) ?? []).filter((id) => active.has(id))
  return new Set([...own, ...others])
}

export function usernameOf({ accounts }: World, accountId: number): Username {
  const [found] = [...accounts].find(([, id]) => id === accountId) ?? []
  if (!found) throw new Error(`no account ${accountId}`)
  return found
}
