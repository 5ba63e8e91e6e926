import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { MemberLevels } from './MemberLevels.tsx'

configure({ defaultHidden: true })

const silver: MemberLevel = {
  id: 8,
  siteId: 1,
  name: '银卡',
  note: '备注',
  startValue: 0,
  endValue: 99,
  members: 3,
  version: 4,
}
const host = (): FakeBridge =>
  aHost()
    .on('memberLevel.page', ({ siteId, key }) => pageOf(siteId === 1 && !key ? [silver] : []))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

const open = async (name: string) => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name }))
  return { user, dialog: await screen.findByRole('dialog') }
}

describe('the levels of members', () => {
  it('are nobody’s without a site: the screen shows it and asks for none', async () => {
    const fake = host()
      .on('session.status', () => aSession({ currentSiteId: 0 }))
      .on('site.page', () => pageOf([]))
    renderUi(<MemberLevels />, { host: fake })
    await screen.findByText('没有可用的站点')
    expect(fake.inputsOf('memberLevel.page')).toEqual([])
  })
  it('show name, start and end value of the chosen site, twenty on a page [C-083] [C-085] [C-386]', async () => {
    const fake = host()
    renderUi(<MemberLevels />, { host: fake })
    const row = await screen.findByRole('row', { name: /银卡/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '级别名称',
      '等级起始值',
      '等级结束值',
      '会员数',
      '操作',
    ])
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((each) => each.textContent),
    ).toEqual(['银卡', '0', '99', '3'])
    expect(fake.inputsOf('memberLevel.page').at(-1)).toMatchObject({ siteId: 1, page: 1, size: 20, key: '' })
    await userEvent.click(screen.getByRole('combobox', { name: '站点' }))
    await userEvent.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('没有找到')
    expect(fake.inputsOf('memberLevel.page').at(-1)).toMatchObject({ siteId: 2 })
  })
  it('are added in a dialog 添加, whose fields are checked when they are left [C-084] [C-088] [C-090] [C-227] [C-228] [C-229] [C-230]', async () => {
    const fake = host().on('memberLevel.save', () => silver)
    renderUi(<MemberLevels />, { host: fake })
    const { user, dialog } = await open('添加')
    expect(within(dialog).getByRole('heading').textContent).toBe('添加')
    const field = (label: RegExp) => within(dialog).getByLabelText(label)
    await user.click(field(/^级别名称/))
    await user.tab()
    await within(dialog).findByText('请输入级别名称')
    for (const [label, message] of [
      [/^等级起始值/, '请输入等级起始值'],
      [/^等级结束值/, '请输入等级结束值'],
    ] as const) {
      await user.click(field(label))
      await user.click(field(/^级别名称/))
      await within(dialog).findByText(message)
    }
    await user.type(field(/^级别名称/), '金卡')
    await user.type(field(/^等级起始值/), '200')
    await user.type(field(/^等级结束值/), '100')
    await user.click(field(/^级别名称/))
    await within(dialog).findByText('等级结束值不能小于等级起始值')
    await user.type(field(/^等级结束值/), '0')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('memberLevel.save')).toEqual([
      { id: 0, siteId: 1, name: '金卡', note: '', startValue: 200, endValue: 1000 },
    ])
  })
  it('are edited in a dialog 编辑; 取消 saves nothing [C-086] [C-088] [C-091]', async () => {
    const fake = host().on('memberLevel.save', () => silver)
    renderUi(<MemberLevels />, { host: fake })
    const first = await open('编辑 银卡')
    expect(within(first.dialog).getByRole('heading').textContent).toBe('编辑')
    await first.user.click(within(first.dialog).getByRole('button', { name: '取消' }))
    expect(fake.inputsOf('memberLevel.save')).toEqual([])
    const { user, dialog } = await open('编辑 银卡')
    await user.type(within(dialog).getByLabelText(/^级别名称/), '会员')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    const { members: _members, ...saved } = silver
    expect(fake.inputsOf('memberLevel.save')).toEqual([{ ...saved, name: '银卡会员' }])
  })
  it('whose range meets another’s are not saved: the server names it, and what was typed stays', async () => {
    const said = '等级的起止值 50–60 与等级“银卡”的 0–99 重叠，请修改起始值或结束值'
    const fake = host().on('memberLevel.save', () => {
      throw new AppError('conflict', said)
    })
    renderUi(<MemberLevels />, { host: fake })
    const { user, dialog } = await open('添加')
    await user.type(within(dialog).getByLabelText(/^级别名称/), '金卡')
    await user.type(within(dialog).getByLabelText(/^等级起始值/), '50')
    await user.type(within(dialog).getByLabelText(/^等级结束值/), '60')
    await user.click(within(dialog).getByRole('button', { name: '确定' }))
    await screen.findByText(said)
    expect(within(dialog).getByLabelText(/^等级起始值/)).toHaveProperty('value', '50')
  })
  it('are deleted after a question, and after a second one when members have them [C-087]', async () => {
    const fake = host()
      .on('memberLevel.deleteByIdList', () => {
        throw new AppError('conflict', '还有会员', { details: { fact: { kind: 'used', used: 3 } } })
      })
      .on('memberLevel.removeUsed', () => null)
    renderUi(<MemberLevels />, { host: fake })
    const answer = async (name: string) =>
      userEvent.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: '删除 银卡' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('确认删除？ 操作不可撤销！')
    await answer('确定')
    await screen.findByText(/有 3 个会员属于该等级/)
    expect(fake.inputsOf('memberLevel.removeUsed')).toEqual([])
    await answer('仍然删除')
    await screen.findByText('删除成功')
    expect(fake.inputsOf('memberLevel.removeUsed')).toEqual([[8]])
  })
})
