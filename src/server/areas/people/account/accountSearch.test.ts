import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('the text that accounts are searched by', (server) => {
  it('follows each of its parts, whoever writes them', async () => {
    const { deps, as } = server()
    const { db } = deps
    const admin = await as('admin')
    const found = async (key: string) => (await admin.ok('account.page', { key })).content.map(({ id }) => id)
    const parts = { trueName: '欧阳 Ä', email: 'New@example.com', phone: '13800001111', employeeNumber: 'E-77' }
    await db.updateTable('account').set({ email: 'Old.Name@Example.com' }).where('id', '=', 2).execute()
    expect(await found('old.name@')).toEqual([2])
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
