import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { LabelCategory } from '#shared/contract/label.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { LabelCategoryList } from './LabelCategoryList.tsx'

configure({ defaultHidden: true })

const trade: LabelCategory = { id: 3, title: '行业', siteId: 1, version: 2 }
const host = (): FakeBridge =>
  aHost()
    .on('labelCategory.page', ({ siteId, key }) => pageOf(siteId === 1 && !key ? [trade] : []))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

describe('the label categories', () => {
  it('are those of the chosen site, in one column, searched by a keyword [B-103] [B-104]', async () => {
    const fake = host()
    renderUi(<LabelCategoryList />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /行业/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual(['分类', '操作'])
    expect(fake.inputsOf('labelCategory.page')[0]).toMatchObject({ siteId: 1, page: 1, size: 10 })
    await user.type(screen.getByRole('searchbox'), '无')
    await screen.findByText('没有找到')
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    await screen.findByRole('row', { name: /行业/ })
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('没有找到')
    expect(address()).toContain('siteId=2')
  })
  it('are added with a name, in the chosen site [B-107] [B-114]', async () => {
    const fake = host().on('labelCategory.save', () => trade)
    renderUi(<LabelCategoryList />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /行业/ })
    await user.click(screen.getByRole('button', { name: '新增' }))
    await user.click(await screen.findByRole('button', { name: '确定' }))
    await screen.findAllByText('请输入分类名称')
    await user.type(screen.getByLabelText(/^分类名称/), '地区')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('labelCategory.save')).toEqual([{ id: 0, title: '地区', siteId: 1 }])
  })
  it('hold the save button 300 ms after the call returned [A-164] [B-221]', async () => {
    let answer = (): void => {}
    const fake = host().on('labelCategory.save', () => {
      return new Promise((_resolve, reject) => {
        answer = () => reject(new AppError('conflict', '这个站点已有同名的分类'))
      })
    })
    renderUi(<LabelCategoryList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '新增' }))
    await userEvent.type(await screen.findByLabelText(/^分类名称/), '行业')
    const button = screen.getByRole('button', { name: '确定' })
    const held = () => button.getAttribute('aria-disabled') === 'true'
    fireEvent.click(button)
    await waitFor(() => expect(held()).toBe(true))
    const { length } = fake.inputsOf('labelCategory.save')
    expect(length).toBe(1)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      await act(async () => {
        answer()
        await new Promise((next) => setImmediate(next))
      })
      act(() => void vi.advanceTimersByTime(299))
      expect(held()).toBe(true)
      act(() => void vi.advanceTimersByTime(1))
      expect(held()).toBe(false)
    } finally {
      vi.useRealTimers()
    }
  })
  it('are edited [B-108]', async () => {
    const fake = host().on('labelCategory.save', () => trade)
    renderUi(<LabelCategoryList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 行业' }))
    await user.type(await screen.findByLabelText(/^分类名称/), '领域')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('labelCategory.save')).toEqual([{ id: 3, title: '行业领域', siteId: 1, version: 2 }])
  })
  it('are deleted after 确认删除？ 操作不可撤销！ [B-109]', async () => {
    const fake = host().on('labelCategory.deleteByIdList', () => null)
    renderUi(<LabelCategoryList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 行业' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('labelCategory.deleteByIdList')).toEqual([[3]])
  })
})
