import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { MemberGroups } from './MemberGroups.tsx'

configure({ defaultHidden: true })

const readers: MemberGroup = { id: 8, siteId: 1, name: '订阅', note: '刊物', members: 3, version: 4 }
const host = (rows: MemberGroup[] = [readers]): FakeBridge =>
  aHost()
    .on('memberGroup.page', ({ siteId, page, size }) => ({
      ...pageOf(siteId === 1 ? rows.slice((page - 1) * size, page * size) : []),
      totalElements: rows.length,
    }))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

describe('the groups of members', () => {
  it('show name and note, and say when there are none [C-077] [C-078]', async () => {
    renderUi(<MemberGroups />, { host: host() })
    const row = await screen.findByRole('row', { name: /订阅/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '会员组名称',
      '备注',
      '会员数',
      '操作',
    ])
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((each) => each.textContent),
    ).toEqual(['订阅', '刊物', '3'])
  })
  it('say when there are none', async () => {
    renderUi(<MemberGroups />, { host: host([]) })
    await screen.findByText('该站点还没有会员组')
  })
  it('say why they can’t be shown', async () => {
    const fake = host().on('memberGroup.page', () => {
      throw new AppError('forbidden', '您没有“会员组列表”的权限')
    })
    renderUi(<MemberGroups />, { host: fake })
    await screen.findByText('您没有“会员组列表”的权限')
  })
  it('are added, edited and deleted [C-079] [C-080] [C-081] [C-082]', async () => {
    const fake = host()
      .on('memberGroup.save', () => readers)
      .on('memberGroup.deleteByIdList', () => null)
    renderUi(<MemberGroups />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '添加' }))
    await screen.findByText('添加会员组')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('请输入会员组名称')
    await user.type(screen.getByLabelText(/^会员组名称/), '伙伴')
    await user.type(screen.getByLabelText(/^备注/), '渠道')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('memberGroup.save')).toEqual([{ id: 0, name: '伙伴', note: '渠道', siteId: 1 }])
    await user.click(screen.getByRole('button', { name: '编辑 订阅' }))
    await user.type(await screen.findByLabelText(/^会员组名称/), '者')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('保存成功')
    const { members: _members, ...saved } = readers
    expect(fake.inputsOf('memberGroup.save').at(-1)).toEqual({ ...saved, name: '订阅者' })
    await user.click(await screen.findByRole('button', { name: '删除 订阅' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('memberGroup.deleteByIdList')).toEqual([[8]])
  })
})
