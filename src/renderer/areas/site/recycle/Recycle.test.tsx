import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { daysUntil } from './daysUntil.ts'
import { Recycle } from './Recycle.tsx'

configure({ defaultHidden: true })

const DAY = 86_400_000
const inDays = (days: number): string => formatDateTime(Date.now() + days * DAY - 60_000)
const stamp = { deletedBy: 'li', deleteDate: '2026-11-01 08:00:00', expireDate: inDays(20) }
const sites = [
  { ...aSite(5, '旧站'), ...stamp },
  { ...aSite(6, '老站'), ...stamp, expireDate: inDays(0) },
]
const column = {
  id: 31,
  siteId: 2,
  title: '新闻',
  total: 4,
  username: 'wang',
  createDate: '2026-11-02 08:00:00',
  expireDate: inDays(21),
}
const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(2, '海洋科技')]))
    .on('site.recycled', ({ key }) => pageOf(key ? [] : sites))
    .on('column.recycled', () => pageOf([column, { ...column, id: 30, siteId: 8, title: '招聘', total: 1 }]))
    .on('template.recycled', () => pageOf([{ ...aTemplate({ id: 7 }), ...stamp }]))

const open = (fake: FakeBridge, at = '/site/recycle') => {
  renderUi(<Recycle />, { host: fake, at })
  return userEvent.setup()
}
const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map((each) => each.textContent)

describe('the recycle area', () => {
  it('shows deleted sites: who, when, until when', async () => {
    open(host())
    const cells = await cellsOf(/旧站/)
    expect(cells.slice(1, 5)).toEqual(['旧站', 'site-5', 'li', '2026-11-01 08:00:00'])
    expect(cells[5]).toBe(`${stamp.expireDate.slice(0, 10)} 剩 20 天`)
    expect((await cellsOf(/老站/))[5]).toContain('不足 1 天')
  })

  it('restores one, and several at once', async () => {
    const fake = host().on('site.restore', () => null)
    const user = open(fake)
    await user.click(await screen.findByRole('button', { name: '还原 旧站' }))
    await screen.findByText('还原成功')
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    await screen.findByText('已选 2 项')
    await user.click(screen.getByRole('button', { name: '批量还原' }))
    await waitFor(() => expect(fake.inputsOf('site.restore')).toEqual([[5], [5, 6]]))
    await screen.findByText('未选择')
  })

  it('shows why something can not be restored, and keeps the selection', async () => {
    const fake = host().on('site.restore', () => {
      throw new AppError('conflict', '站点标识符“old”已被站点“新站”使用，请换一个')
    })
    const user = open(fake)
    await user.click(await screen.findByRole('checkbox', { name: '选择 旧站' }))
    await user.click(screen.getByRole('button', { name: '批量还原' }))
    await screen.findByText(/已被站点“新站”使用/)
    expect(screen.getByText('已选 1 项')).toBeTruthy()
  })

  it('asks for a selection: 请选择数据！', async () => {
    const user = open(host())
    await screen.findByRole('row', { name: /旧站/ })
    await user.click(screen.getByRole('button', { name: '批量还原' }))
    await screen.findByText('请选择数据！')
  })

  it('shows deleted columns with their site and how many stood below', async () => {
    const fake = host().on('column.restore', () => [])
    const user = open(fake)
    await user.click(screen.getByRole('tab', { name: '栏目' }))
    expect(address()).toBe('/site/recycle?tab=column')
    expect((await cellsOf(/新闻/)).slice(1, 5)).toEqual(['新闻', '海洋科技', '3', 'wang'])
    expect((await cellsOf(/招聘/)).slice(1, 4)).toEqual(['招聘', '编号 8', '—'])
    await user.click(screen.getByRole('button', { name: '还原 新闻' }))
    await waitFor(() => expect(fake.inputsOf('column.restore')).toEqual([[31]]))
  })

  it('keeps deleted columns from others than super administrators', async () => {
    const fake = host().on('session.status', () => aSession({ groupId: 3 }))
    open(fake, '/site/recycle?tab=column')
    await screen.findByText('没有权限')
    expect(fake.inputsOf('column.recycled')).toEqual([])
  })

  it('shows deleted templates and restores them', async () => {
    const fake = host().on('template.restore', () => null)
    const user = open(fake, '/site/recycle?tab=template')
    expect((await cellsOf(/企业站/)).slice(2, 5)).toEqual(['企业站', 'company', 'li'])
    await user.click(screen.getByRole('button', { name: '还原 企业站' }))
    await waitFor(() => expect(fake.inputsOf('template.restore')).toEqual([[7]]))
  })

  it('finds by a text, and says when nothing is found or there is nothing', async () => {
    const user = open(host())
    await user.type(await screen.findByLabelText('搜索站点名称或标识符'), '没有{Enter}')
    await screen.findByText('没有找到')
    await user.click(screen.getByRole('tab', { name: '模板' }))
    await screen.findByRole('row', { name: /企业站/ })
    cleanup()
    open(host().on('site.recycled', () => pageOf<never>([])))
    await screen.findByText('没有已删除的站点')
  })
})

it('counts whole days', () => {
  const now = Date.parse('2026-11-21T08:00:00')
  expect(daysUntil('2026-11-24 08:00:00', now)).toBe(3)
  expect(daysUntil('2026-12-21 07:59:58', now)).toBe(30)
  expect(daysUntil('2026-11-22 08:00:00', now)).toBe(1)
  expect(daysUntil('2026-11-22 07:59:59', now)).toBe(0)
  expect(daysUntil('2026-11-20 08:00:00', now)).toBe(0)
})
