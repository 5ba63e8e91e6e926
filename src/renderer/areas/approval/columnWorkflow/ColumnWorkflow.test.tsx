import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aWorkflow } from '#tests/builders/workflowRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ColumnWorkflow } from './ColumnWorkflow.tsx'

configure({ defaultHidden: true })

const LINK = {
  workFlowId: 5,
  workFlowName: '新闻审批',
  bindDateTime: '2026-01-01 08:00:00',
  status: 1,
  revocability: true,
}
const linked = JSON.stringify(LINK)
const news = { menuType: 1, relationWorkFlow: linked }

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('column.getTree', () => [
      aColumn(201, '新闻', { menuType: 2, child: [aColumn(202, '集团新闻', news)] }),
      aColumn(203, '简介', { menuType: 0 }),
    ])
    .on('column.findByPost', ({ id }) =>
      aColumnDetail(aColumn(id, '栏目', id === 202 ? { ...news, version: 7 } : { version: 2 })),
    )
    .on('workflow.list', () =>
      pageOf([aWorkflow(5, '新闻审批'), aWorkflow(6, '公告审批'), aWorkflow(7, '空流程', { nodes: 0 })]),
    )

const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))

describe('the workflows of columns', () => {
  it('stand in a tree with type, workflow, status; 关联 only where enabled [B-071] [B-072] [B-073] [B-074] [B-075] [B-192] [B-193]', async () => {
    renderUi(<ColumnWorkflow />, { host: host() })
    const row = await rowOf(/集团新闻/)
    const heads = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(heads).toEqual(['栏目名称', '类型', '流程名称', '状态', '操作'])
    row.getByText('列表')
    row.getByText('新闻审批')
    row.getByText('已启用')
    expect(row.getAllByRole('button', { name: /集团新闻$/ }).map((each) => each.textContent)).toEqual(['关联', '停用'])
    const plain = await rowOf(/简介/)
    plain.getByText('单页')
    plain.getByText('未启用')
    expect(plain.getAllByRole('button', { name: /简介$/ }).map((each) => each.textContent)).toEqual(['启用'])
  })
  it('are enabled by choosing one [B-076] [B-077] [B-195] [B-346] [B-347] [C-392]', async () => {
    const fake = host().on('column.saveWorkFlow', () => aColumnDetail(aColumn(203, '简介')))
    renderUi(<ColumnWorkflow />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '启用 简介' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.style.width).toContain('60%')
    expect(await within(dialog).findByText('简介')).toBeTruthy()
    const choice = within(dialog).getByRole('combobox', { name: /^审批流程/ })
    expect(choice.textContent).toBe('请选择')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findAllByText('请选择审批流程')
    await user.click(choice)
    expect(screen.getByRole('option', { name: /空流程/ }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('option', { name: '公告审批' }))
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('column.findByPost')).toEqual([{ id: 203 }])
    expect(fake.inputsOf('workflow.list')).toMatchObject([{ siteId: 1 }])
    const [sent] = fake.inputsOf('column.saveWorkFlow')
    expect(sent).toMatchObject({ id: 203, version: 2 })
    expect(JSON.parse(sent?.relationWorkFlow ?? '')).toMatchObject({
      workFlowId: 6,
      workFlowName: '公告审批',
      status: 1,
    })
  })
  it('can be changed; the dialog starts with the current workflow [B-195]', async () => {
    const fake = host()
    renderUi(<ColumnWorkflow />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '关联 集团新闻' }))
    const choice = await screen.findByRole('combobox', { name: /^审批流程/ })
    expect(choice.textContent).toBe('新闻审批')
  })
  it('are disabled at once: type 0 saves the link with status false [B-194]', async () => {
    const fake = host().on('column.saveWorkFlow', () => aColumnDetail(aColumn(202, '集团新闻')))
    renderUi(<ColumnWorkflow />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '停用 集团新闻' }))
    await waitFor(() => expect(fake.inputsOf('column.saveWorkFlow')).toHaveLength(1))
    expect(fake.inputsOf('column.saveWorkFlow')).toEqual([
      { id: 202, relationWorkFlow: JSON.stringify({ ...LINK, status: false }), version: 7 },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
