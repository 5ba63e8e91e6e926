import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aRole } from '#tests/builders/role.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aWorkflow } from '#tests/builders/workflowRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { WorkflowList } from './WorkflowList.tsx'

configure({ defaultHidden: true })

const news = aWorkflow(5, '新闻审批', {
  remark: '两级',
  columns: ['集团新闻', '公告'],
  nodes: 2,
  version: 3,
  dueDays: 3,
})
const node = (id: number, title: string, roleId: number, roleName: string, isGone = false) => ({
  id,
  relationId: 5,
  siteId: 1,
  title,
  sort: id,
  relationRoleInfo: [{ roleId, roleName, isGone }],
})

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('workflow.list', ({ siteId, key }) => pageOf(siteId === 1 && !key ? [news] : []))
    .on('workflow.findById', () => news)
    .on('workflowNode.page', () => pageOf([node(1, '初审', 11, '编辑'), node(2, '终审', 12, '主编')]))
    .on('role.page', () => pageOf([aRole(11, '编辑'), aRole(12, '主编'), aRole(13, '法务')]))
    .on('workflow.approverRoles', () => [1, 11, 12, 13])

async function openFlow(fake: FakeBridge) {
  renderUi(<WorkflowList />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '流程设置 新闻审批' }))
  const list = await screen.findByRole('list', { name: '审批节点' })
  return { user, list, dialog: within(screen.getByRole('dialog')) }
}

describe('the workflows', () => {
  it('are those of the chosen site, searched by a keyword [B-064] [B-065] [B-170]', async () => {
    const fake = host()
    renderUi(<WorkflowList />, { host: fake })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /新闻审批/ })
    const heads = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(heads).toEqual(['标题', '节点', '使用的栏目', '可撤回', '办理期限', '创建时间', '操作'])
    expect(row.textContent).toContain('2 个集团新闻、公告是3 天2026-01-01 08:00:00')
    expect(fake.inputsOf('workflow.list')[0]).toMatchObject({ siteId: 1, page: 1, size: 10 })
    await user.type(screen.getByRole('searchbox'), '无')
    await screen.findByText('没有找到')
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    await screen.findByRole('row', { name: /新闻审批/ })
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('没有找到')
    expect(address()).toContain('siteId=2')
  })
  it('are added with a title and a remark [B-069] [B-230]', async () => {
    const fake = host().on('workflow.save', () => news)
    renderUi(<WorkflowList />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /新闻审批/ })
    await user.click(screen.getByRole('button', { name: '新增' }))
    await user.click(await screen.findByRole('button', { name: '确定' }))
    await screen.findAllByText('请输入标题')
    await user.type(screen.getByLabelText(/^标题/), '公告审批')
    await user.type(screen.getByLabelText('备注'), '一级')
    await user.click(screen.getByLabelText('允许撤回'))
    await user.clear(screen.getByLabelText('办理期限'))
    await user.type(screen.getByLabelText('办理期限'), '2')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('workflow.save')).toEqual([
      { id: 0, siteId: 1, title: '公告审批', remark: '一级', revocability: false, dueDays: 2 },
    ])
  })
  it('are edited; one that another user has deleted can be saved as a new one [B-066]', async () => {
    const gone = new AppError('not-found', '审批流程不存在', { details: { fact: { kind: 'missing', missing: [5] } } })
    const fake = host().on('workflow.save', ({ id }) => {
      if (id !== 0) throw gone
      return news
    })
    renderUi(<WorkflowList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 新闻审批' }))
    await user.type(await screen.findByLabelText(/^标题/), '二')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await user.click(await screen.findByRole('button', { name: '保存为新数据' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('workflow.save')).toMatchObject([
      { id: 5, title: '新闻审批二', version: 3 },
      { id: 0, title: '新闻审批二' },
    ])
  })
  it('are deleted after a question [B-068]', async () => {
    const fake = host().on('workflow.deleteByIdList', () => null)
    renderUi(<WorkflowList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 新闻审批' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('workflow.deleteByIdList')).toEqual([[5]])
  })
})

describe('the flow of a workflow', () => {
  it('stands between 提交 and 结束, with roles from the group of the user [B-067] [B-171] [B-307] [B-412]', async () => {
    const fake = host().on('workflowNode.batchSave', () => [])
    const { user, list, dialog } = await openFlow(fake)
    const text = screen.getByRole('dialog').textContent
    expect(text.indexOf('提交')).toBeLessThan(text.indexOf('节点名称'))
    expect(text.lastIndexOf('结束')).toBeGreaterThan(text.lastIndexOf('审核角色'))
    expect(fake.inputsOf('workflowNode.page')).toEqual([{ relationId: 5, siteId: 1, page: 1, size: 200, key: '' }])
    expect(fake.inputsOf('role.page')).toMatchObject([{ parentId: 1 }])
    expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(1)
    await user.click(dialog.getByRole('button', { name: '添加节点' }))
    await user.type(dialog.getAllByLabelText(/^节点名称/)[2] ?? list, '法务')
    await user.click(dialog.getAllByRole('combobox', { name: /^审核角色/ })[2] ?? list)
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '法务' }))
    await user.click(dialog.getByRole('button', { name: '移除节点 1' }))
    await user.clear(dialog.getAllByLabelText(/^办理时限/)[0] ?? list)
    await user.type(dialog.getAllByLabelText(/^办理时限/)[0] ?? list, '8')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('workflowNode.batchSave')).toEqual([
      {
        relationId: 5,
        siteId: 1,
        version: 3,
        nodes: [
          { id: 2, title: '终审', relationRoleInfo: [{ roleId: 12, roleName: '主编' }], dueHours: 8 },
          { id: 0, title: '法务', relationRoleInfo: [{ roleId: 13, roleName: '法务' }], dueHours: 0 },
        ],
      },
    ])
  })

  it('warns of chosen roles without an account that can approve', async () => {
    const fake = host().on('workflow.approverRoles', () => [1, 11, 12])
    const { user, list, dialog } = await openFlow(fake)
    await waitFor(() => expect(fake.inputsOf('workflow.approverRoles')).toHaveLength(1))
    expect(dialog.queryByText(/没有可以审批的账号/)).toBeNull()
    await user.click(dialog.getAllByRole('combobox', { name: /^审核角色/ })[1] ?? list)
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '法务' }))
    await dialog.findByText(
      '用户组“法务”中没有可以审批的账号。请在“用户组”中授予“待审批列表”权限，并确认组内有已启用的账号。',
    )
  })

  it('has a name and a role in each node, and no role twice [B-231] [B-232]', async () => {
    const fake = host().on('workflowNode.batchSave', () => [])
    const { user, list, dialog } = await openFlow(fake)
    await user.click(dialog.getByRole('button', { name: '添加节点' }))
    await user.type(dialog.getAllByLabelText(/^节点名称/)[2] ?? list, '法务')
    await user.click(dialog.getAllByRole('combobox', { name: /^审核角色/ })[2] ?? list)
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '编辑' }))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await screen.findAllByText('多个流程时，不能包含相同角色。')
    await user.clear(dialog.getAllByLabelText(/^节点名称/)[1] ?? list)
    await user.click(dialog.getByRole('button', { name: '移除 主编' }))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect((await screen.findAllByText('请填写节点名称及审核角色')).length).toBeGreaterThan(1)
    expect(fake.inputsOf('workflowNode.batchSave')).toEqual([])
  })
  it('names a role that was deleted', async () => {
    const fake = host().on('workflowNode.page', () => pageOf([node(1, '初审', 99, '旧组', true)]))
    const { dialog } = await openFlow(fake)
    expect(dialog.getByRole('button', { name: '移除 旧组（已删除）' })).toBeTruthy()
  })
  it('that another user has saved meanwhile is compared, and overwritten with its version', async () => {
    let refused = false
    const fake = host().on('workflowNode.batchSave', () => {
      if (refused) return []
      refused = true
      fake
        .on('workflow.findById', () => ({ ...news, version: 4 }))
        .on('workflowNode.page', () => pageOf([node(7, '复审', 13, '法务')]))
      const fact = { kind: 'changed', version: 4, changedBy: 'zhang', changedAt: '2026-01-03 08:00:00' } as const
      throw new AppError('conflict', '已被修改', { details: { fact } })
    })
    const { user, dialog } = await openFlow(fake)
    await user.type(dialog.getAllByLabelText(/^节点名称/)[0] ?? document.body, '一')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect((await screen.findAllByText(/复审：法务/)).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/初审一：编辑/).length).toBeGreaterThan(0)
  })
})
