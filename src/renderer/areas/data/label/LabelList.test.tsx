import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aLabel } from '#tests/builders/label.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { LabelList } from './LabelList.tsx'

configure({ defaultHidden: true })

const finance = aLabel(8, '金融', { classId: 3, className: '行业', version: 4 })
const host = (): FakeBridge =>
  aHost()
    .on('label.page', ({ siteId, classId, key }) => pageOf(siteId === 1 && classId !== 4 && !key ? [finance] : []))
    .on('labelCategory.page', ({ siteId = 0 }) =>
      pageOf([
        { id: 3, title: '行业', siteId },
        { id: 4, title: '地区', siteId },
      ]),
    )
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))

describe('the labels', () => {
  it('are not loaded without a site, and the screen shows it', async () => {
    const fake = host()
      .on('session.status', () => aSession({ currentSiteId: 0 }))
      .on('site.page', () => pageOf([]))
    renderUi(<LabelList />, { host: fake })
    await screen.findByText('没有可用的站点')
    expect(fake.inputsOf('label.page')).toEqual([])
  })
  it('show title and category of the chosen site, narrowed by category and keyword [B-105] [B-106]', async () => {
    const fake = host()
    renderUi(<LabelList />, { host: fake })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /金融/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '标签名称',
      '分类名称',
      '操作',
    ])
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((each) => each.textContent),
    ).toEqual(['金融', '行业'])
    await user.click(screen.getByRole('combobox', { name: '标签分类' }))
    await user.click(await screen.findByRole('option', { name: '地区' }))
    await screen.findByText('没有找到')
    expect(fake.inputsOf('label.page').at(-1)).toMatchObject({ siteId: 1, classId: 4 })
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('没有找到')
    expect(fake.inputsOf('label.page').at(-1)).toMatchObject({ siteId: 2, classId: 0 })
  })
  it('are added with a category of the site and a title [B-110] [B-113] [B-367] [B-368] [A-314]', async () => {
    const fake = host().on('label.save', () => finance)
    renderUi(<LabelList />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /金融/ })
    await user.click(screen.getByRole('button', { name: '新增' }))
    await user.type(await screen.findByLabelText(/^标签名称/), '华东')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('请选择标签分类')
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('combobox', { name: /^标签分类/ }))
    await user.click(await screen.findByRole('option', { name: '地区' }))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    // For the filter of the list, then for the dialog.
    expect(fake.inputsOf('labelCategory.page')).toMatchObject([
      { siteId: 1, page: 1, size: 10_000 },
      { siteId: 1, page: 1, size: 1000 },
    ])
    expect(fake.inputsOf('label.save')).toEqual([{ id: 0, title: '华东', classId: 4, siteId: 1 }])
  })
  it('are edited [B-111]', async () => {
    const fake = host().on('label.save', () => finance)
    renderUi(<LabelList />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '编辑 金融' }))
    await user.type(await screen.findByLabelText(/^标签名称/), '业')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('label.save')).toEqual([{ id: 8, title: '金融业', classId: 3, siteId: 1, version: 4 }])
  })
  it('are deleted after 确认删除？ 操作不可撤销！ [B-112]', async () => {
    const fake = host().on('label.deleteByIdList', () => null)
    renderUi(<LabelList />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 金融' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？ 操作不可撤销！')
    await userEvent.click(within(question).getByRole('button', { name: '删除' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('label.deleteByIdList')).toEqual([[8]])
  })
  it('that entries use are detached first, after a second question', async () => {
    let used = 3
    const fake = host()
      .on('label.takeOff', () => {
        used = 0
        return { entries: 3 }
      })
      .on('label.deleteByIdList', () => {
        if (used > 0) throw new AppError('conflict', '标签正被使用', { details: { fact: { kind: 'used', used } } })
        return null
      })
    renderUi(<LabelList />, { host: fake })
    const agree = async (name: string) => {
      const question = await screen.findByRole('alertdialog')
      await userEvent.click(await within(question).findByRole('button', { name }))
    }
    await userEvent.click(await screen.findByRole('button', { name: '删除 金融' }))
    await agree('删除')
    await screen.findByText(/3 篇内容（含回收站）使用了该标签/)
    expect(fake.inputsOf('label.takeOff')).toEqual([])
    await agree('移除并删除')
    await screen.findByText('删除成功')
    expect(fake.inputsOf('label.takeOff')).toEqual([[8]])
    expect(fake.inputsOf('label.deleteByIdList')).toEqual([[8], [8]])
  })
})
