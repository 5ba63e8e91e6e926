import { expect, it } from 'vitest'
import { withoutAccountSearch } from '#tests/builders/olderTables.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { accountSearch } from './0096_account_search.ts'

onBothDatabases('accounts from before they had one text to be searched by', (_server, start) => {
  it('are found by each of its parts, also after a change that no program of ours made', async () => {
    const { deps, as } = await start()
    const { db } = deps
    await db.updateTable('account').set({ email: 'Old.Name@Example.com' }).where('id', '=', 2).execute()
    await withoutAccountSearch(db)
    await accountSearch.up(db)
    const admin = await as('admin')
    const found = async (key: string) => (await admin.ok('account.page', { key })).content.map(({ id }) => id)
    expect(await found('old.name@')).toEqual([2])
    const parts = { trueName: '欧阳 Ä', email: 'new@example.com', phone: '13800001111', employeeNumber: 'E-77' }
    await db.updateTable('account').set(parts).where('id', '=', 2).execute()
    for (const key of ['阳 Ä', '阳 ä', 'NEW@', '0000111', 'e-77']) expect(await found(key), key).toEqual([2])
    expect(await found('old.name@')).toEqual([])
    expect(await found('1111E-'), 'the end of one part and the beginning of another').toEqual([])
    const { searchText: _kept, ...row } = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', 2)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('account')
      .values({ ...row, id: 99, username: 'added', usernameKey: 'added' })
      .execute()
    expect(await found('added')).toEqual([99])
  })
})
