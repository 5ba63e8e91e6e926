import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Dictionary } from '#shared/contract/dictionary.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DictionaryList } from './DictionaryList.tsx'

configure({ defaultHidden: true })

const degree: Dictionary = {
  id: 7,
  title: '学历',
  siteId: 0,
  value: ['本科', '硕士'],
  createDate: '2026-01-02 03:04:05',
  version: 3,
}
const host = (): FakeBridge =>
  aHost()
    .on('dictionary.page', ({ key }) => pageOf(key && !degree.title.includes(key) ? [] : [degree]))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
const values = (): string[] =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^字典值 \d/ }).map((each) => each.value)

describe('the dictionary list', () => {
  it('shows id, title and creation time, and searches by a keyword [B-091] [B-093]', async () => {
    const fake = host()
    renderUi(<DictionaryList />, { host: fake })
    const row = await screen.findByRole('row', { name: /学历/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'ID',
      '字典名称',
      '创建时间',
      '操作',
    ])
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((each) => each.textContent),
    ).toEqual(['7', '学历', '2026-01-02 03:04:05'])
    await userEvent.type(screen.getByRole('searchbox'), '颜色')
    await screen.findByText('没有找到')
    expect(fake.inputsOf('dictionary.page').at(-1)).toMatchObject({ key: '颜色', page: 1, size: 10 })
  })

  it('adds one with a title and a list of values; several lines are pasted at once [B-092] [B-096]', async () => {
    const fake = host().on('dictionary.save', () => degree)
    renderUi(<DictionaryList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(await screen.findByLabelText(/^字典名称/), '颜色')
    await user.click(screen.getByRole('textbox', { name: '字典值 1' }))
    await user.paste('红\r\n\r\n 绿 \n蓝')
    expect(values()).toEqual(['红', '绿', '蓝'])
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(values()).toEqual(['红', '蓝', '绿'])
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('dictionary.save')).toEqual([{ id: 0, title: '颜色', siteId: 0, value: ['红', '蓝', '绿'] }])
  })

  it('belongs to a site that is found by its pinyin initials, or to all', async () => {
    const fake = host()
      .on('dictionary.save', () => degree)
      .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    renderUi(<DictionaryList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '新增' }))
    await user.type(await screen.findByLabelText(/^字典名称/), '颜色')
    await user.type(screen.getByRole('textbox', { name: '字典值 1' }), '红')
    const chosen = await screen.findByRole('combobox', { name: '适用站点' })
    expect(chosen.textContent).toBe('各站点共用')
    await user.click(chosen)
    await user.type(screen.getByRole('searchbox', { name: '查找适用站点' }), 'hykj')
    const offered = within(screen.getByRole('listbox', { name: '适用站点' }))
    await waitFor(() => expect(offered.getAllByRole('option')).toHaveLength(1))
    await user.keyboard('{Enter}')
    expect(chosen.textContent).toBe('海洋科技')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('dictionary.save')).toMatchObject([{ title: '颜色', siteId: 2 }]))
  })

  it('edits one, and shows the error at its value [B-094]', async () => {
    const fake = host().on('dictionary.save', () => degree)
    renderUi(<DictionaryList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 学历' }))
    await screen.findByLabelText(/^字典名称/)
    expect(values()).toEqual(['本科', '硕士'])
    await user.clear(screen.getByRole('textbox', { name: '字典值 2' }))
    await user.type(screen.getByRole('textbox', { name: '字典值 2' }), '本科')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.getAllByText('字典值“本科”重复了，请删除一个').length).toBeGreaterThan(0))
    expect(fake.inputsOf('dictionary.save')).toEqual([])
    await user.type(screen.getByRole('textbox', { name: '字典值 2' }), '二')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('dictionary.save')).toEqual([
      { id: 7, title: '学历', siteId: 0, value: ['本科', '本科二'], version: 3 },
    ])
  })

  it('asks 确认删除？ 操作不可撤销！ and deletes; what uses it is said [B-095]', async () => {
    const message = '字典“学历”正被栏目“人才招聘”的字段“学历要求”使用，请先在字段设置中取消字典，再删除'
    const fake = host().on('dictionary.deleteByIdList', () => {
      throw new AppError('conflict', message)
    })
    renderUi(<DictionaryList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 学历' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText(message)
    expect(fake.inputsOf('dictionary.deleteByIdList')).toEqual([[7]])
  })

  it('lets nobody but super administrators change what all sites share', async () => {
    const fake = host().on('session.status', () => aSession({ groupId: 5 }))
    renderUi(<DictionaryList />, { host: fake })
    const edit = await screen.findByRole('button', { name: '编辑 学历' })
    await waitFor(() => expect(edit.getAttribute('aria-disabled')).toBe('true'))
    expect(edit.title).toContain('只能由超级管理员修改')
  })
})
