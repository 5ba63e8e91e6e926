import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Column } from '#shared/contract/column.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'

/** The columns of a tree, each before what is below it. */
export const flat = (tree: readonly Column[]): Column[] => tree.flatMap((node) => [node, ...flat(node.child)])

/** Every column of a site that the client sees, hidden ones too. */
export const columnsOf = async (client: TestClient, siteId: number): Promise<Column[]> =>
  flat(await client.ok('column.getTree', { siteId, showHiddenMenu: true }))

export async function columnNamed(client: TestClient, title: string, siteId = 1): Promise<Column> {
  const found = (await columnsOf(client, siteId)).find((node) => node.title === title)
  if (!found) throw new Error(`no column ${title} in site ${siteId}`)
  return found
}

/** Gives an account's role exactly these menus and columns. */
export async function grantExactly(
  db: Kysely<Database>,
  username: string,
  grants: readonly { siteId: number; menuId: number; settings?: readonly number[] }[],
): Promise<void> {
  const { roleId } = await db
    .selectFrom('account')
    .select('roleId')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('role_grant').where('roleId', '=', roleId).execute()
  const rows = grants.map(({ settings = [], ...grant }) => ({ ...grant, roleId, settings: JSON.stringify(settings) }))
  if (rows.length > 0) await db.insertInto('role_grant').values(rows).execute()
}
