import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Gallery } from './Gallery.tsx'

const open = (): ReturnType<typeof userEvent.setup> => {
  renderUi(<Gallery />, { host: aHost() })
  return userEvent.setup()
}
const panel = (name: string) => userEvent.click(screen.getByRole('tab', { name }))

describe('the gallery', () => {
  it('shows a list in each of its states', async () => {
    const user = open()
    const says = async (state: string, text: string): Promise<void> => {
      await user.click(screen.getByRole('radio', { name: state }))
      await screen.findByText(text)
    }
    await screen.findByText('企业站 1')
    await says('没有数据', '暂无数据')
    await says('没有权限', '没有权限查看站点列表，请联系管理员')
    await says('加载失败', '服务器响应超时，请稍后重试')
    await says('刷新失败', '企业站 1')
    await user.click(screen.getByRole('radio', { name: '正在加载' }))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    await user.click(screen.getByRole('radio', { name: '一千行' }))
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  it('filters and pages its rows', async () => {
    const user = open()
    await user.type(await screen.findByLabelText('搜索名称'), '海洋{Enter}')
    await screen.findByText('共 8 条')
    await user.clear(screen.getByLabelText('搜索名称'))
    await screen.findByText('共 47 条')
    await user.click(screen.getByRole('button', { name: '第 5 页' }))
    await waitFor(() => expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(8))
  })

  it('asks the server for nothing', async () => {
    const host = aHost()
    renderUi(<Gallery />, { host })
    await screen.findByText('企业站 1')
    await panel('树表')
    await screen.findByText('关于我们')
    await panel('状态与反馈')
    await screen.findByText('还没有模板')
    expect(host.calls).toEqual([])
  })

  it('plays two people who save the same record', async () => {
    const user = open()
    await panel('对话框')
    await user.click(screen.getByRole('button', { name: '两人同时修改' }))
    await user.type(await screen.findByLabelText('备注'), '，已改')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findByText(/李婷/, {}, { timeout: 8000 })
    await screen.findByText('总部与分公司使用')
  })
})
