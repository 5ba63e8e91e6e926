import { expect, it } from 'vitest'
import { withoutAccountSearch } from '#tests/builders/olderTables.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { people } from './0014_people.ts'

onBothDatabases('a database of groups without a tree and accounts without names', (_server, start) => {
  it('puts the groups under the first one, and lets the accounts work on', async () => {
    const { deps, as } = await start()
    await withoutAccountSearch(deps.db)
    await deps.db.schema.dropIndex('account_group').execute()
    await deps.db.schema.alterTable('role').dropColumn('parentId').execute()
    for (const name of ['trueName', 'email']) await deps.db.schema.alterTable('account').dropColumn(name).execute()
    await people.up(deps.db)
    const groups = await deps.db.selectFrom('role').select(['id', 'parentId']).orderBy('id').execute()
    expect(groups).toHaveLength(4)
    expect(groups.map(({ parentId }) => parentId)).toEqual([0, 1, 1, 1])
    const { content } = await (await as('admin')).ok('account.pageUser', {})
    expect(content[0]).toMatchObject({ userName: 'admin', trueName: '', email: '', groupName: '超级管理员' })
  })
})
