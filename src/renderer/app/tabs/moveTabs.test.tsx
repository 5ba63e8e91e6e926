import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createTabState } from '#renderer/ui/page/tabState.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { visitTab } from './model.ts'
import {
  closeDetachedWindow,
  forgetPage,
  handOverTab,
  movePage,
  moveTab,
  pageReceived,
  setPageState,
  receivedStateFor,
  receiveOfferedPage,
  receivePage,
} from './moveTabs.ts'
import { becomeMain, ownWindow, storeDetachedWindow } from './ownWindow.ts'

const [tab] = visitTab([], '/site/list?page=2')
if (!tab) throw new Error('no tab')
const other = { ...tab, key: '/settings', href: '/settings' }
const ticket = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
const opened = (isOpened: boolean): FakeBridge =>
  aHost().on('pageWindows.open', () => ({ ticket: ticket(1), opened: isOpened }))
/** Another window asks for the page: what it gets, and what is told after that. */
async function ask(host: FakeBridge, asked: string, isLast = false) {
  host.on('pageWindows.give', () => null).on('pageWindows.left', () => null)
  const dropped: string[] = []
  await handOverTab(asked, 3, [other, tab as typeof other], async (key) => {
    dropped.push(key)
    return isLast
  })
  return { dropped, given: host.inputsOf('pageWindows.give'), left: host.inputsOf('pageWindows.left') }
}

beforeEach(() => {
  becomeMain()
  vi.restoreAllMocks()
})

describe('a page tab that goes into a window of its own', () => {
  it('stays until that window asks, and is given once with what its page keeps', async () => {
    const host = opened(true)
    renderUi(<p>x</p>, { host })
    const state = createTabState()
    state.register('size', () => 20)
    setPageState(tab, state)
    movePage('/elsewhere')
    expect(host.calls.filter(({ name }) => name === 'pageWindows.open')).toEqual([])
    movePage(tab.key)
    await expect.poll(() => host.inputsOf('pageWindows.open')).toEqual([{ href: '/site/list?page=2' }])
    expect((await ask(host, ticket(9))).given).toEqual([])
    const page = { href: tab.href, siteId: 3, state: { size: 20 }, from: ownWindow.get().id }
    expect(await ask(host, ticket(1))).toEqual({
      dropped: [tab.key],
      given: [{ ticket: ticket(1), page }],
      left: [{ ticket: ticket(1) }],
    })
    expect((await ask(host, ticket(1))).given).toHaveLength(1)
    forgetPage(tab.key)
  })

  it('is opened by the page when the host cannot; a blocked window is reported', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(window)
    const host = opened(false)
    renderUi(<p>x</p>, { host })
    moveTab(tab)
    await expect.poll(() => open.mock.calls).toHaveLength(1)
    expect(open.mock.calls[0]).toEqual([
      `/torn/${ticket(1)}`,
      '_blank',
      expect.stringMatching(/^popup,width=1080,height=720,left=40,top=40$/),
    ])
    open.mockReturnValue(null)
    moveTab(tab)
    expect(
      await screen.findByText('浏览器拦截了新窗口，页面保留在当前窗口。请允许此网址弹出窗口，然后重试。'),
    ).toBeTruthy()
    expect((await ask(host, ticket(1))).given, 'it stays here').toEqual([])
  })
})

describe('a page tab that goes back into the main window', () => {
  const torn = (answer: 'taken' | 'refused' | 'none'): FakeBridge =>
    aHost()
      .on('pageWindows.back', () => ({ answer }))
      .on('app.setUnsaved', () => null)

  it.each([
    ['taken', null, true],
    ['refused', '主窗口已打开该页面，且有未保存的内容。请先在主窗口中保存，再移回。', true],
    ['none', '没有其他窗口，当前窗口已成为主窗口', false],
  ] as const)('is %s', async (answer, text, isTorn) => {
    storeDetachedWindow('main-1')
    const host = torn(answer)
    renderUi(<p>x</p>, { host })
    moveTab(tab)
    await expect.poll(() => host.inputsOf('pageWindows.back')).toMatchObject([{ href: tab.href, to: 'main-1' }])
    if (text !== null) expect(await screen.findByText(text)).toBeTruthy()
    await expect.poll(() => ownWindow.get().isDetached).toBe(isTorn)
    expect(screen.queryAllByText(/窗口/)).toHaveLength(text === null ? 0 : 1)
    const [offer] = host.inputsOf('pageWindows.back')
    expect((await ask(host, offer?.ticket ?? '')).given, 'it is not on its way any more').toEqual([])
  })

  it('closes its window when nothing is left in it, which is not asked about', async () => {
    storeDetachedWindow('main-1')
    const close = vi.spyOn(window, 'close').mockReturnValue()
    const host = torn('taken').on('pageWindows.open', () => ({ ticket: ticket(2), opened: true }))
    renderUi(<p>x</p>, { host })
    becomeMain()
    moveTab(tab)
    await expect.poll(() => host.inputsOf('pageWindows.open')).toHaveLength(1)
    await ask(host, ticket(2), true)
    expect(host.calls.slice(-2).map(({ name }) => name)).toEqual(['pageWindows.left', 'app.setUnsaved'])
    expect(host.inputsOf('app.setUnsaved')).toEqual([{ titles: [], window: '' }])
    expect(close).toHaveBeenCalledOnce()
    storeDetachedWindow('main-1')
    host.on('app.setUnsaved', () => Promise.reject(new Error('the host is gone')))
    await expect(closeDetachedWindow()).rejects.toThrow()
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('a page that comes from another window', () => {
  it('begins with what it brings, until its page is built; one that is not there any more is none', async () => {
    const moved = { href: '/site/list?page=2', siteId: 3, state: { size: 20 }, from: 'w' }
    const host = aHost().on('pageWindows.take', () => moved)
    renderUi(<p>x</p>, { host })
    const come: string[] = []
    const end = pageReceived.on((key) => come.push(key))
    expect(await receivePage(ticket(1))).toEqual(moved)
    expect(await receiveOfferedPage(ticket(2), moved.href)).toEqual(moved)
    end()
    expect(come).toEqual(['/site/list', '/site/list'])
    expect(receivedStateFor('/site/list')).toEqual({ size: 20 })
    setPageState(tab, createTabState())
    expect(receivedStateFor('/site/list')).toBeUndefined()
    host.on('pageWindows.take', () => Promise.reject(new Error('gone')))
    expect(await receiveOfferedPage(ticket(3), moved.href)).toBeNull()
  })
})
