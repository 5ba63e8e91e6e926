import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#shared/contract/account.ts'
import type { Role } from '#shared/contract/role.ts'
import { AppError } from '#shared/errors/index.ts'
import { aRole } from '#tests/builders/role.ts'
import { aSession } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { UserPicker } from './UserPicker.tsx'

const aUser = (id: number, groupId = 7): User => ({
  id,
  userName: `user${id}`,
  trueName: `人员${id}`,
  email: `user${id}@example.com`,
  groupId,
  groupName: groupId === 7 ? '新闻组' : '体育组',
})
const aGroup = (id: number, title: string, childAdminGroup: Role[] = []): Role =>
  aRole(id, title, { parentId: 5, childAdminGroup })

/** 23 users in group 7 and one in group 8, for an account of group 5. */
const ALL = [...Array.from({ length: 23 }, (_, at) => aUser(at + 1)), aUser(40, 8)]
let host: FakeBridge
beforeEach(() => {
  host = aHost()
    .on('session.status', () => aSession({ groupId: 5 }))
    .on('role.page', () => ({
      content: [aGroup(7, '新闻组', [aGroup(8, '体育组')])],
      totalElements: 1,
      totalPages: 1,
    }))
    .on('account.pageUser', ({ page, size, groupId, key }) => {
      const found = ALL.filter((user) => (groupId === 0 || user.groupId === groupId) && user.trueName.includes(key))
      return {
        content: found.slice((page - 1) * size, page * size),
        totalElements: found.length,
        totalPages: Math.ceil(found.length / size),
      }
    })
})

const open = (onConfirm: (users: readonly User[]) => unknown = () => undefined, chosen: readonly User[] = []) => {
  renderUi(<UserPicker chosen={chosen} onConfirm={onConfirm} onClose={() => undefined} />, { host })
  return userEvent.setup()
}
const row = (name: string) => screen.findByRole('row', { name: new RegExp(`${name}(?!\\d)`) })
const tick = async (name: string) => userEvent.click(within(await row(name)).getByRole('checkbox'))
const confirm = () => screen.getByRole('button', { name: '确定' })

describe('the user picker', () => {
  it('shows account, name, group and address, ten on a page, with a pager [B-080] [B-413]', async () => {
    open()
    const cells = within(await row('人员1')).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual(['', 'user1', '人员1', '新闻组', 'user1@example.com'])
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      '',
      '账号',
      '姓名',
      '管理组',
      '邮箱',
    ])
    expect(screen.getAllByRole('row')).toHaveLength(11)
    expect(host.inputsOf('account.pageUser')).toMatchObject([{ pageIndex: 1, pageSize: 10, groupId: 0 }])
    expect(within(screen.getByRole('navigation', { name: '分页' })).getByText('共 24 条')).toBeTruthy()
  })

  it('offers 全部 (id 0), then the groups below the own group, and filters by them [B-079] [B-081]', async () => {
    const user = open()
    await row('人员1')
    await user.click(screen.getByRole('button', { name: '第 3 页' }))
    await row('人员21')
    await user.click(screen.getByRole('combobox', { name: '管理组' }))
    const options = await screen.findAllByRole('option', { name: /全部|组/ })
    expect(options.map((option) => option.textContent)).toEqual(['全部', '新闻组', '体育组'])
    expect(options[0]?.getAttribute('aria-selected')).toBe('true')
    expect(host.inputsOf('role.page')).toMatchObject([{ parentId: 5, page: 1, size: 1000 }])
    await user.click(screen.getByRole('option', { name: '体育组' }))
    await row('人员40')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(host.inputsOf('account.pageUser').at(-1)).toMatchObject({ pageIndex: 1, groupId: 8 })
  })

  it('keeps the choice across pages, groups and searches, and returns complete users [B-078]', async () => {
    const confirmed = vi.fn()
    const user = open(confirmed, [aUser(99)])
    await tick('人员2')
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    await tick('人员15')
    await user.type(screen.getByPlaceholderText('搜索账号、姓名或邮箱'), '人员40{Enter}')
    await tick('人员40')
    await user.click(screen.getByRole('button', { name: '移除 人员15（user15）' }))
    await user.click(confirm())
    expect(confirmed.mock.calls).toEqual([[[aUser(99), aUser(2), aUser(40, 8)]]])
  })

  it('shows 请选择数据！ when nothing is chosen [B-264]', async () => {
    const confirmed = vi.fn()
    const user = open(confirmed)
    await row('人员1')
    await user.click(confirm())
    await screen.findByText('请选择数据！')
    expect(confirmed).not.toHaveBeenCalled()
  })

  it('disables its button until 400 ms after the call returned [B-222]', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const confirmed = vi.fn(() => promise)
    const user = open(confirmed)
    await tick('人员3')
    await user.click(confirm())
    await user.click(confirm())
    expect(confirmed).toHaveBeenCalledTimes(1)
    expect(confirm().getAttribute('aria-disabled')).toBe('true')
    const returned = performance.now()
    resolve()
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).not.toBe('true'))
    expect(performance.now() - returned).toBeGreaterThan(390)
  })

  it('stays open and keeps the choice when the call fails', async () => {
    const user = open(() => Promise.reject(new AppError('forbidden', '没有权限')))
    await tick('人员3')
    await user.click(confirm())
    await waitFor(() => expect(confirm().getAttribute('aria-disabled')).not.toBe('true'))
    expect(screen.getByRole('button', { name: '移除 人员3（user3）' })).toBeTruthy()
  })

  it('clears all choices at once', async () => {
    const user = open()
    await tick('人员3')
    await tick('人员4')
    await user.click(screen.getByRole('button', { name: '全部取消' }))
    expect(screen.getByText('已选 0 项')).toBeTruthy()
  })

  it('shows an empty state for a search without results, and the error of a failed read', async () => {
    const user = open()
    await row('人员1')
    await user.type(screen.getByPlaceholderText('搜索账号、姓名或邮箱'), '没有{Enter}')
    await screen.findByText('没有找到用户')
    await user.click(screen.getByRole('button', { name: '清空条件' }))
    await row('人员1')
    host.on('account.pageUser', () => {
      throw new AppError('no-response', '服务器没有回应')
    })
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    expect(await screen.findByText('服务器没有回应')).toBeTruthy()
  })
})
