import { act, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { NO_RESPONSE_MESSAGE } from '#shared/errors/envelope.ts'
import { FakeBridge } from '#tests/fakes/bridge.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { pageOf } from '#tests/builders/session.ts'
import { setBridge } from './bridge.ts'
import { type Notice, onNotice } from './notices.ts'
import { createQueryClient } from './queryClient.ts'
import { useHostEvent } from './useHostEvent.ts'
import { useRead } from './useRead.ts'
import { useWrite } from './useWrite.ts'

let host: FakeBridge
let notices: Notice[]
let stop: () => void

beforeEach(() => {
  host = new FakeBridge()
  setBridge(host)
  notices = []
  stop = onNotice((notice) => notices.push(notice))
})
afterEach(() => stop())

function wrapper() {
  const client = createQueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
}

describe('a read', () => {
  it('never shows a late answer in place of a newer one', async () => {
    const answers = new Map<number, () => void>()
    host.on('template.list', ({ page }) => {
      return new Promise((resolve) => answers.set(page, () => resolve(pageOf([aTemplate({ id: page })]))))
    })
    const { result, rerender } = renderHook(({ page }) => useRead('template.list', { page }), {
      wrapper: wrapper(),
      initialProps: { page: 1 },
    })
    rerender({ page: 2 })
    await waitFor(() => expect(answers.size).toBe(2))
    answers.get(2)?.()
    await waitFor(() => expect(result.current.data?.content[0]?.id).toBe(2))
    await act(async () => answers.get(1)?.())
    expect(result.current.data?.content[0]?.id).toBe(2)
  })

  it('shows a failure once, with the text for no response at all [A-286]', async () => {
    host.on('template.list', () => {
      throw new AppError('no-response', NO_RESPONSE_MESSAGE)
    })
    const { result } = renderHook(() => useRead('template.list', {}), { wrapper: wrapper() })
    await waitFor(() => expect(result.current.error?.code).toBe('no-response'))
    expect(notices).toEqual([{ level: 'error', text: '未可知错误，大部分是由于后端不支持跨域CORS或无效配置引起' }])
  })

  it('leaves an expired session to the sign-in screen, and shows no message with `quiet`', async () => {
    host.on('template.list', () => {
      throw new AppError('unauthorized', '请登录')
    })
    host.on('site.page', () => {
      throw new AppError('timeout', '超时')
    })
    const { result } = renderHook(
      () => [useRead('template.list', {}), useRead('site.page', {}, { quiet: true })] as const,
      { wrapper: wrapper() },
    )
    await waitFor(() => expect(result.current.every((read) => read.error)).toBe(true))
    expect(notices).toEqual([])
  })
})

describe('a write', () => {
  const useBoth = () => ({ list: useRead('template.list', {}), remove: useWrite('template.deleteByIdList') })

  it('shows the server message and refreshes what it made stale, after 200 [A-292]', async () => {
    host.on('template.list', () => pageOf([aTemplate()])).on('template.deleteByIdList', () => null)
    host.envelope('template.deleteByIdList', 200, '删除成功')
    const { result } = renderHook(useBoth, { wrapper: wrapper() })
    await waitFor(() => expect(result.current.list.data).toBeDefined())
    await act(() => result.current.remove.mutateAsync([{ id: 1 }]))
    await waitFor(() => expect(host.inputsOf('template.list')).toHaveLength(2))
    expect(notices).toEqual([{ level: 'success', text: '删除成功' }])
  })

  it.each([1, 400006])(
    'passes the code %i without a word and without reloading [A-284] [A-290] [B-396]',
    async (code) => {
      host.on('template.list', () => pageOf([aTemplate()])).on('template.deleteByIdList', () => null)
      host.envelope('template.deleteByIdList', code, '没有删除')
      const { result } = renderHook(useBoth, { wrapper: wrapper() })
      await waitFor(() => expect(result.current.list.data).toBeDefined())
      const answer = await act(() => result.current.remove.mutateAsync([{ id: 1 }]))
      expect(answer).toEqual({ data: null, code, msg: '没有删除' })
      expect(notices).toEqual([])
      expect(host.inputsOf('template.list')).toHaveLength(1)
    },
  )

  it('refreshes the list when what it was to change is gone', async () => {
    host
      .on('template.list', () => pageOf([aTemplate()]))
      .on('template.deleteByIdList', () => {
        throw new AppError('not-found', '模板“旧”已被删除')
      })
    const { result } = renderHook(useBoth, { wrapper: wrapper() })
    await waitFor(() => expect(result.current.list.data).toBeDefined())
    await act(() => result.current.remove.mutateAsync([{ id: 1 }]).catch(() => undefined))
    await waitFor(() => expect(host.inputsOf('template.list')).toHaveLength(2))
    expect(notices).toEqual([{ level: 'error', text: '模板“旧”已被删除' }])
  })

  it('rejects with the typed error and one toast [A-285]', async () => {
    host.on('template.deleteByIdList', () => {
      throw new AppError('conflict', '模板正在使用')
    })
    const { result } = renderHook(() => useWrite('template.deleteByIdList'), { wrapper: wrapper() })
    const failure = await act(() => result.current.mutateAsync([{ id: 1 }]).catch((error: unknown) => error))
    expect(failure).toBeInstanceOf(AppError)
    expect(failure).toMatchObject({ code: 'conflict' })
    await waitFor(() => expect(notices).toEqual([{ level: 'error', text: '模板正在使用' }]))
  })
})

describe('host events', () => {
  it('reach who listens to that name, while it is shown', () => {
    const seen: string[] = []
    const { unmount } = renderHook(() => useHostEvent('template.changed', ({ folder }) => seen.push(folder)))
    host.emit('template.changed', { folder: 'a', uploaded: [] })
    host.emit('workspace.changed', { id: 'w' })
    unmount()
    host.emit('template.changed', { folder: 'b', uploaded: [] })
    expect(seen).toEqual(['a'])
  })
})
