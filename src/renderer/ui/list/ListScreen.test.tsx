import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { BatchButton } from './BatchButton.tsx'
import { ListScreen } from './ListScreen.tsx'
import { useListState } from './useListState.ts'

const columns = [{ key: 'name', title: '名称', render: (row: { name: string }) => row.name }]

function Screen() {
  const list = useListState({ size: 10, filters: { siteId: 1 } })
  const read = useRead('template.list', list.input, { quiet: true, keepPrevious: true })
  const navigate = useNavigate()
  const [ran, setRan] = useState('')
  return (
    <ListScreen
      title="模板"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      search="搜索名称"
      filters={<button onClick={() => list.setFilter('siteId', 2)}>第二个站点</button>}
      batch={(keys, clear) => (
        <>
          <BatchButton keys={keys} title="批量处理" onRun={(each) => setRan(each.join(','))} />
          <button onClick={clear}>完成</button>
        </>
      )}
    >
      <button onClick={() => void navigate(-1)}>后退</button>
      <p>ran {ran}</p>
    </ListScreen>
  )
}

const rowsOf = (page: number, total: number) =>
  Array.from({ length: Math.max(0, Math.min(10, total - (page - 1) * 10)) }, (_row, i) =>
    aTemplate({ id: (page - 1) * 10 + i + 1, name: `模板 ${(page - 1) * 10 + i + 1}` }),
  )
/** A server with so many templates; a search finds one, site 2 has none. */
const serving = (total: () => number): FakeBridge =>
  aHost().on('template.list', ({ page, key, siteId }) => {
    if (siteId === 2) return pageOf<never>([])
    if (key) return pageOf([aTemplate({ id: 77, name: `含 ${key}` })])
    return { content: rowsOf(page, total()), totalElements: total(), totalPages: Math.ceil(total() / 10) }
  })
const open = (host: FakeBridge, at = '/list') => {
  renderUi(<Screen />, { host, at })
  return userEvent.setup()
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const current = (): string => screen.getByRole('button', { name: /^第 \d+ 页$/, current: 'page' }).textContent

describe('the total of a list', () => {
  it('says when only the newest rows were looked at, also when nothing was found in them', async () => {
    let found = 3
    open(
      aHost().on('template.list', () => ({
        content: rowsOf(1, found),
        totalElements: found,
        totalPages: Math.min(1, found),
        looked: 100_000,
      })),
    )
    const some = await screen.findByText('在最新的 100000 条中找到 3 条')
    expect(some.title).toContain('更早的内容未查找')
    found = 0
    await userEvent.type(screen.getByRole('searchbox'), '公司{Enter}')
    await screen.findByText(/只查找了最新的 100000 条内容，未找到/)
  })
  it('is said, and when not all were counted that there are more', async () => {
    let atLeast = false
    open(
      aHost().on('template.list', () => ({ content: rowsOf(1, 10), totalElements: 10_000, totalPages: 1000, atLeast })),
    )
    await screen.findByText('共 10000 条')
    atLeast = true
    await userEvent.type(screen.getByRole('searchbox'), '公司{Enter}')
    const more = await screen.findByText('超过 10000 条')
    expect(more.title).toContain('请更换搜索词')
  })
})

describe('the state of a list', () => {
  it('stands in the address, and an address brings it back [A-315]', async () => {
    const host = serving(() => 95)
    const user = open(host, '/list?page=3&size=10&tab=x')
    await screen.findByText('模板 21')
    expect(current()).toBe('3')
    await press('下一页')
    await screen.findByText('模板 31')
    expect(address()).toBe('/list?page=4&tab=x')
    await user.selectOptions(screen.getByLabelText('每页条数'), '20')
    await waitFor(() => expect(address()).toBe('/list?tab=x&size=20'))
    expect(host.inputsOf('template.list').at(-1)).toMatchObject({ page: 1, size: 20, siteId: 1 })
  })

  it('goes back page by page, and from a search to what was there before', async () => {
    const user = open(serving(() => 95))
    await screen.findByText('模板 1')
    await press('下一页')
    await screen.findByText('模板 11')
    await user.type(screen.getByLabelText('搜索名称'), '海')
    await screen.findByText('含 海')
    await user.type(screen.getByLabelText('搜索名称'), '洋{Enter}')
    await screen.findByText('含 海洋')
    await press('后退')
    await screen.findByText('模板 11')
    expect(screen.getByLabelText('搜索名称')).toHaveProperty('value', '')
    await press('后退')
    await screen.findByText('模板 1')
  })

  it('does not search for letters that an input method has not made words of', async () => {
    const host = serving(() => 5)
    const user = open(host)
    await screen.findByText('模板 1')
    const box = screen.getByLabelText('搜索名称')
    act(() => void box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true })))
    await user.type(box, 'hai{Enter}')
    act(() => void box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true })))
    await screen.findByText('含 hai')
    expect(host.inputsOf('template.list').map((input) => input.key)).toEqual(['', 'hai'])
  })

  it('a late answer of an earlier search does not replace the newer one', async () => {
    let late = (): void => {}
    const host = aHost().on('template.list', ({ key }) => {
      const answer = pageOf([aTemplate({ name: `含 ${key}` })])
      return key === '慢' ? new Promise((resolve) => (late = () => resolve(answer))) : answer
    })
    const user = open(host)
    await screen.findByText('含')
    await user.type(screen.getByLabelText('搜索名称'), '慢{Enter}')
    await waitFor(() => expect(host.inputsOf('template.list')).toHaveLength(2))
    await user.clear(screen.getByLabelText('搜索名称'))
    await user.type(screen.getByLabelText('搜索名称'), '快{Enter}')
    await screen.findByText('含 快')
    await act(async () => late())
    expect(screen.getByText('含 快')).toBeTruthy()
    expect(screen.queryByText('含 慢')).toBeNull()
  })

  it('a page that is gone leads to the last one, which going back does not undo', async () => {
    let total = 21
    const host = serving(() => total)
    open(host)
    await screen.findByText('模板 1')
    total = 11
    await press('第 3 页')
    await screen.findByText('模板 11')
    expect(address()).toBe('/list?page=2')
    expect(screen.queryByText('暂无数据')).toBeNull()
    await press('后退')
    await screen.findByText('模板 1')
  })

  it('shows the rows before while the next are loading, and says that it is busy', async () => {
    let answer = (): void => {}
    const host = serving(() => 30)
    open(host)
    await screen.findByText('模板 1')
    host.on(
      'template.list',
      () => new Promise((resolve) => (answer = () => resolve(pageOf([aTemplate({ name: '到了' })])))),
    )
    await press('下一页')
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeTruthy())
    expect(screen.getByText('模板 1')).toBeTruthy()
    await act(async () => answer())
    await screen.findByText('到了')
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
  })
})

describe('the batch bar', () => {
  it('counts what is chosen over several pages, and gives it all to the action', async () => {
    const user = open(serving(() => 25))
    await user.click(await screen.findByRole('checkbox', { name: '选择 模板 2' }))
    await press('下一页')
    await user.click(await screen.findByRole('checkbox', { name: '选择 模板 11' }))
    const bar = screen.getByRole('group', { name: '批量操作' })
    expect(within(bar).getByRole('status').textContent).toBe('已选 2 项（1 项在其他页）')
    await press('批量处理')
    expect(screen.getByText('ran 2,11')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(within(bar).getByRole('status').textContent).toBe('已选 11 项（1 项在其他页）')
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(within(bar).getByRole('status').textContent).toBe('已选 1 项（1 项在其他页）')
    await press('取消选择')
    expect(within(bar).getByRole('status').textContent).toBe('未选择')
  })

  it('says 请选择数据！ when nothing is chosen [A-188]', async () => {
    open(serving(() => 5))
    await screen.findByText('模板 1')
    await press('批量处理')
    await screen.findByText('请选择数据！')
    expect(screen.getByText('ran')).toBeTruthy()
  })

  it('lets the choice go when the filter changes', async () => {
    const user = open(serving(() => 5))
    await user.click(await screen.findByRole('checkbox', { name: '选择 模板 2' }))
    await press('第二个站点')
    await screen.findByText('没有找到')
    await press('清除条件')
    await screen.findByText('模板 2')
    expect(screen.getByRole('checkbox', { name: '选择 模板 2' })).toHaveProperty('checked', false)
    expect(address()).toBe('/list')
  })
})

describe('a list that fails', () => {
  it('says why and tries again', async () => {
    let down = true
    const host = aHost().on('template.list', () => {
      if (down) throw new AppError('timeout', '服务器没有及时回答')
      return pageOf([aTemplate({ name: '回来了' })])
    })
    open(host)
    await screen.findByText('服务器没有及时回答')
    down = false
    await press('重试')
    await screen.findByText('回来了')
  })

  it('says that the account may not see it', async () => {
    const host = aHost().on('template.list', () => {
      throw new AppError('forbidden', '没有权限查看模板列表')
    })
    open(host)
    await screen.findByText('没有权限查看模板列表')
    expect(screen.getByText('没有权限')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '分页' })).toBeNull()
  })

  it('keeps what was there when only the refresh fails', async () => {
    const host = serving(() => 5)
    open(host)
    await screen.findByText('模板 1')
    host.on('template.list', () => {
      throw new AppError('timeout', '服务器没有及时回答')
    })
    await press('刷新')
    await screen.findByText(/刷新失败，显示的是之前的内容：服务器没有及时回答/)
    expect(screen.getByText('模板 1')).toBeTruthy()
  })
})
