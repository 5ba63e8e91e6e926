import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aCopyLog } from '#tests/builders/copyRule.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { CopyLogs } from './CopyLogs.tsx'

configure({ defaultHidden: true })

describe('the copy log', () => {
  it('says how each copy went and retries what failed [B-086] [B-087] [B-215] [B-411]', async () => {
    const failed = aCopyLog(2, '第二条', { status: 0, targetId: 0, reason: '栏目“公司新闻”没有字段“body”' })
    const fake = aHost()
      .on('copyLog.page', ({ key }) => pageOf(key ? [] : [aCopyLog(1, '第一条'), failed]))
      .on('copyLog.retry', () => null)
    renderUi(<CopyLogs />, { host: fake })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /第二条/ })
    const heads = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(heads.filter(Boolean).slice(0, 7)).toEqual([
      '标题',
      '源站点',
      '源站栏目',
      '目标站点',
      '目标站栏目',
      '创建时间',
      '状态',
    ])
    expect(row.textContent).toContain('失败栏目“公司新闻”没有字段“body”')
    // Where the list is too narrow for its last column.
    await user.hover(within(row).getByText('失败'))
    expect((await screen.findByRole('tooltip')).textContent).toBe('栏目“公司新闻”没有字段“body”')
    expect(screen.getByRole('row', { name: /第一条/ }).textContent).toContain('成功')
    expect(fake.inputsOf('copyLog.page')[0]).toMatchObject({ page: 1, size: 20 })
    expect(screen.queryByRole('button', { name: '重试 第一条' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '重试 第二条' }))
    await waitFor(() => expect(fake.inputsOf('copyLog.retry')).toEqual([{ id: 2 }]))
  })

  it('is searched by a keyword and turns pages of 20 [B-085]', async () => {
    const lines = Array.from({ length: 21 }, (_, at) => aCopyLog(at + 1, `内容 ${at + 1}。`))
    const fake = aHost().on('copyLog.page', ({ key, page, size }) => {
      const found = lines.filter(({ title }) => title.includes(key))
      const content = found.slice((page - 1) * size, page * size)
      return { content, totalElements: found.length, totalPages: Math.ceil(found.length / size) }
    })
    renderUi(<CopyLogs />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /内容 20。/ })
    expect(screen.queryByRole('row', { name: /内容 21。/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '第 2 页' }))
    await screen.findByRole('row', { name: /内容 21。/ })
    expect(screen.queryByRole('row', { name: /内容 20。/ })).toBeNull()
    await user.type(screen.getByRole('searchbox'), '内容 7。')
    await screen.findByRole('row', { name: /内容 7。/ })
    expect(screen.queryByRole('row', { name: /内容 21。/ })).toBeNull()
    expect(fake.inputsOf('copyLog.page').at(-1)).toMatchObject({ page: 1, size: 20, key: '内容 7。' })
  })
})
