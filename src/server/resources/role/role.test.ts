import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('roles to choose from', (server) => {
  it('come in pages, in the order in which they were made', async () => {
    const admin = await server().as('admin')
    const all = await admin.ok('role.page', { size: 1000, page: 1 })
    expect(all.content[0]).toMatchObject({ id: 1, name: '超级管理员' })
    expect(all.content.map((role) => role.name)).toContain('站点编辑')
    expect(all.totalElements).toBe(all.content.length)
    expect((await admin.ok('role.page', { key: '编辑' })).content.map((role) => role.name)).toEqual(['站点编辑'])
    expect((await admin.ok('role.page', { size: 1, page: 2 })).content).toEqual([all.content[1]])
  })
})
