import { describe, expect, it } from 'vitest'
import { buildGroup, groupOf } from '#tests/builders/account.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('workflows', (server) => {
  it('are added, found by site and key, edited and deleted [B-064] [B-065] [B-170] [B-333] [B-334] [B-335] [B-336]', async () => {
    const admin = await server().as('admin')
    const form = { title: '两级审批', remark: '编辑提交，主编同意', siteId: 1 }
    const { data: saved, msg } = await admin.call('workflow.save', form)
    expect(msg).toBe('保存成功')
    expect(saved).toMatchObject({ ...form, revocability: true, dueDays: 0, nodes: 0, columns: [], version: 1 })
    expect(saved.createDate).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
    await buildWorkflow(admin, { siteId: 2, title: '别的站点' })
    const titles = async (input: object) => (await admin.ok('workflow.list', input)).content.map(({ title }) => title)
    expect(await titles({ siteId: 1 })).toEqual(['两级审批'])
    expect(await titles({ siteId: 1, key: '主编' })).toEqual(['两级审批'])
    expect(await titles({ key: '站点' })).toEqual(['别的站点'])
    const next = { ...form, id: saved.id, revocability: false, version: 1 }
    expect(await admin.ok('workflow.save', next)).toMatchObject({ revocability: false, version: 2 })
    expect(await admin.call('workflow.save', next)).toMatchObject({ status: 409 })
    expect(await admin.ok('workflow.findById', { id: saved.id })).toMatchObject({ revocability: false })
    expect(await admin.call('workflow.deleteByIdList', [{ id: saved.id }])).toMatchObject({ msg: '删除成功' })
    expect((await admin.call('workflow.findById', { id: saved.id })).status).toBe(404)
    expect((await admin.call('workflow.deleteByIdList', [saved.id])).status).toBe(404)
  })

  it('need a title, one of its name in a site [B-069] [B-230]', async () => {
    const admin = await server().as('admin')
    expect(await admin.call('workflow.save', { siteId: 1, title: ' ' })).toMatchObject({
      status: 400,
      msg: '请输入标题',
    })
    expect(await admin.call('workflow.save', { title: '没有站点' })).toMatchObject({ status: 400, msg: '请选择站点' })
    await buildWorkflow(admin, { title: '同名' })
    expect(await admin.call('workflow.save', { siteId: 1, title: '同名' })).toMatchObject({
      status: 409,
      msg: '当前站点已有审批流程“同名”，请换一个标题',
    })
    await buildWorkflow(admin, { title: '同名', siteId: 2 })
  })

  it('keep their nodes in order, with the roles under the names they have now [B-171] [B-337] [B-338] [B-339] [B-412]', async () => {
    const { db } = server().deps
    const admin = await server().as('admin')
    const id = await buildWorkflow(admin, { nodes: [] })
    const editors = await groupOf(db, 'editor')
    const chief = await buildGroup(db, { title: '主编' })
    const save = (nodes: readonly object[], version?: number) =>
      admin.call('workflowNode.batchSave', { relationId: id, siteId: 1, nodes, version })
    const { data, msg } = await save([
      { title: '初审', relationRoleInfo: [{ roleId: editors, roleName: '随便' }] },
      { title: '终审', relationRoleInfo: [{ roleId: chief }, { roleId: chief }] },
    ])
    expect(msg).toBe('保存成功')
    await db.updateTable('role').set({ title: '总编' }).where('id', '=', chief).execute()
    const nodes = (await admin.ok('workflowNode.page', { relationId: id, siteId: 1, page: 1, size: 200 })).content
    expect(nodes).toMatchObject([
      { relationId: id, siteId: 1, title: '初审', sort: 0 },
      { title: '终审', sort: 1, relationRoleInfo: [{ roleId: chief, roleName: '总编', isGone: false }] },
    ])
    expect(nodes.map((node) => node.id)).toEqual(data.map((node) => node.id))
    // Another order and one less; who saw the first version is told.
    const { version } = await admin.ok('workflow.findById', { id })
    expect((await save([nodes[1] ?? {}, nodes[0] ?? {}], version)).status).toBe(200)
    expect((await save([nodes[0] ?? {}], version)).status).toBe(409)
    const turned = (await admin.ok('workflowNode.page', { relationId: id, siteId: 1 })).content
    expect(turned.map((node) => node.title)).toEqual(['终审', '初审'])
    await db.deleteFrom('role').where('id', '=', chief).execute()
    const left = (await admin.ok('workflowNode.page', { relationId: id, siteId: 1 })).content
    expect(left[0]?.relationRoleInfo).toEqual([{ roleId: chief, roleName: '总编', isGone: true }])
    await admin.ok('workflowNode.deleteByIdList', [{ id: nodes[0]?.id }])
    expect((await admin.ok('workflowNode.page', { relationId: id, siteId: 1 })).content).toHaveLength(1)
  })

  it('ask every node for a name and roles that no other has [B-231] [B-232]', async () => {
    const admin = await server().as('admin')
    const relationId = await buildWorkflow(admin)
    const roles = [{ roleId: 1 }]
    const said = async (...nodes: object[]) => {
      const { status, msg } = await admin.call('workflowNode.batchSave', { relationId, siteId: 1, nodes })
      return `${status} ${msg}`
    }
    expect(await said({ title: ' ', relationRoleInfo: roles })).toBe('400 请填写节点名称及审核角色')
    expect(await said({ title: '初审', relationRoleInfo: [] })).toBe('400 请填写节点名称及审核角色')
    expect(await said({ title: '初审' })).toBe('400 请填写节点名称及审核角色')
    expect(await said({ title: '初审', relationRoleInfo: roles }, { title: '终审', relationRoleInfo: roles })).toBe(
      '400 多个流程时，不能包含相同角色。',
    )
    expect(await said({ title: '初审', relationRoleInfo: [{ roleId: 99_999 }] })).toMatch(/^404 审核角色/)
    expect(await said({ id: 99_999, title: '初审', relationRoleInfo: roles })).toMatch(/^404 审批节点/)
    // Nothing was taken.
    expect((await admin.ok('workflowNode.page', { relationId, siteId: 1 })).content).toMatchObject([
      { title: '节点 1' },
    ])
  })

  describe('linked with a column', () => {
    it('must be of its site and have a node; their name is their own', async () => {
      const admin = await server().as('admin')
      const column = await columnNamed(admin, '人才招聘')
      const link = async (workFlowId: number) => {
        const relationWorkFlow = JSON.stringify({ workFlowId, workFlowName: '假名', status: 1 })
        const { status, msg, data } = await admin.call('column.saveWorkFlow', { id: column.id, relationWorkFlow })
        return status === 200 ? (JSON.parse(data.relationWorkFlow) as object) : `${status} ${msg}`
      }
      expect(await link(99_999)).toBe('404 审批流程不存在，可能已被删除，请刷新后重新选择')
      expect(await link(await buildWorkflow(admin, { siteId: 2 }))).toMatch(/^404/)
      expect(await link(await buildWorkflow(admin, { title: '空的', nodes: [] }))).toBe(
        '409 审批流程“空的”没有审批节点，请先在“审批流程”的“流程设置”中添加',
      )
      const id = await buildWorkflow(admin, { title: '真名', revocability: false })
      expect(await link(id)).toMatchObject({ workFlowId: id, workFlowName: '真名', revocability: false })
    })
    it('are neither deleted nor emptied while it asks for them', async () => {
      const admin = await server().as('admin')
      const column = await columnNamed(admin, '下载中心')
      const id = await buildWorkflow(admin, { title: '在用' })
      await linkWorkflow(admin, column.id, id)
      expect((await admin.ok('workflow.findById', { id })).columns).toEqual(['下载中心'])
      expect(await admin.call('workflow.deleteByIdList', [id])).toMatchObject({
        status: 409,
        msg: '栏目“下载中心”正在使用审批流程“在用”，请先在“栏目审批设置”中停用，再删除',
      })
      const emptied = { relationId: id, siteId: 1, nodes: [] }
      expect((await admin.call('workflowNode.batchSave', emptied)).status).toBe(409)
      const [node] = (await admin.ok('workflowNode.page', { relationId: id, siteId: 1 })).content
      expect((await admin.call('workflowNode.deleteByIdList', [node?.id])).status).toBe(409)
      await linkWorkflow(admin, column.id, id, 0)
      expect((await admin.call('workflow.deleteByIdList', [id])).status).toBe(200)
    })
  })
})
