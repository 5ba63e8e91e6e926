import { expect, it } from 'vitest'
import { withoutAccountSearch } from '#tests/builders/olderTables.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { departments } from './0018_departments.ts'

onBothDatabases('a database without departments', (_server, start) => {
  it('gets the table, and lets the accounts work on in none', async () => {
    const { deps, as } = await start()
    await withoutAccountSearch(deps.db)
    await deps.db.schema.dropIndex('account_department').execute()
    await deps.db.schema.alterTable('account').dropColumn('departmentId').execute()
    await deps.db.schema.dropTable('department').execute()
    await departments.up(deps.db)
    const admin = await as('admin')
    expect(await admin.ok('department.getTree', {})).toEqual([])
    const [row] = await admin.ok('content.publishStatistics', {})
    expect(row).toMatchObject({ person: 'admin', department: '' })
    const { id } = await admin.ok('department.save', { title: '集团总部' })
    await deps.db.updateTable('account').set({ departmentId: id }).where('username', '=', 'admin').execute()
    const [again] = await admin.ok('content.publishStatistics', {})
    expect(again).toMatchObject({ person: 'admin', department: '集团总部' })
    const remove = deps.db.deleteFrom('department').where('id', '=', id)
    await expect(remove.execute(), 'the database itself keeps a department that accounts are in').rejects.toThrow()
  })
})
