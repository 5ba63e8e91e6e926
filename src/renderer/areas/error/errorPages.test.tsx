import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aSession } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Forbidden } from './forbidden/Forbidden.tsx'
import { NotFound } from './notFound/NotFound.tsx'

const pass = (ms: number): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the 404 page', () => {
  it('has its texts and leads home after 5 seconds [A-135] [A-136]', async () => {
    renderUi(<NotFound />, { host: aHost(), at: '/404' })
    for (const text of ['抱歉!', '当前页面不存在...', '请检查您输入的网址是否正确，或点击下面的按钮返回首页。']) {
      expect(screen.getByText(text)).toBeTruthy()
    }
    expect(screen.getByRole('timer').textContent).toBe('5 秒后自动返回首页')
    await pass(1000)
    await pass(1000)
    expect(screen.getByRole('timer').textContent).toBe('3 秒后自动返回首页')
    await pass(1000)
    await pass(1000)
    expect(address()).toBe('/404')
    await pass(1000)
    expect(address()).toBe('/')
  })

  it('has a button that returns home [C-031]', () => {
    renderUi(<NotFound />, { host: aHost(), at: '/404' })
    fireEvent.click(screen.getByRole('button', { name: '返回首页' }))
    expect(address()).toBe('/')
  })
})

describe('the 403 page', () => {
  it('says that the account has no role and whom to ask, and leads home after 5 seconds [A-133] [A-134]', async () => {
    const host = aHost().on('session.status', () => aSession({ groupId: 9 }))
    renderUi(<Forbidden />, { host, at: '/403' })
    await pass(0)
    expect(screen.getByText('当前账号没有操作角色，请联系管理员分配。')).toBeTruthy()
    for (let second = 0; second < 4; second++) await pass(1000)
    expect(address()).toBe('/403')
    await pass(1000)
    expect(address()).toBe('/')
  })
})
