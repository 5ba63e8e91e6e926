import type { MovedPage } from '#shared/contract/pageWindow.ts'
import { tornAddress } from '#shared/domain/pageMove.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import type { SavedPageState, TabState } from '#renderer/ui/page/tabState.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { type Tab, keyOf } from './model.ts'
import { becomeMain, ownWindow, unsavedName } from './ownWindow.ts'

/** px of a window that a browser opens; Electron's has a size of its own. */
const SIZE = { width: 1080, height: 720 }
/** px by which it stands beside this one. */
const BESIDE = 40

/** The pages of this window that were built, by their tabs. */
const pages = new Map<string, { tab: Tab; state: TabState }>()
/** Tabs on their way out, by their tickets. */
const leaving = new Map<string, string>()
/** What pages that have come bring along, by their tabs, until they are built. */
const arrived = new Map<string, SavedPageState>()
/** A page has come for this tab. */
export const pageArrived = createEmitter<[key: string]>()

/** Says where the state of a tab's page is, until the tab is closed. */
export function setPageState(tab: Tab, state: TabState): void {
  pages.set(tab.key, { tab, state })
  arrived.delete(tab.key)
}
export const forgetPage = (key: string): void => void pages.delete(key)

/** What the page of this tab begins with; a page may be built more than once before it is shown. */
export const stateFor = (key: string): SavedPageState | undefined => arrived.get(key)

/** Moves the tab into a window of its own, or from there back to the main window. It stays here until it is there. */
export const moveTab = (tab: Tab): void => void (ownWindow.get().torn ? back(tab) : tear(tab)).catch(showError)

/** The same for a page that asks for it itself. */
export function movePage(key: string): void {
  const page = pages.get(key)
  if (page) moveTab(page.tab)
}

async function tear({ key, href }: Tab): Promise<void> {
  const { data } = await call('pageWindows.open', { href })
  leaving.set(data.ticket, key)
  if (data.opened || openWindow(tornAddress(data.ticket))) return
  leaving.delete(data.ticket)
  notify('error', '浏览器拦截了新窗口，页面留在这里。请允许这个地址弹出窗口，然后重试。')
}

async function back({ key, href }: Tab): Promise<void> {
  const ticket = crypto.randomUUID()
  leaving.set(ticket, key)
  const { data } = await call('pageWindows.back', { ticket, href, to: ownWindow.get().from })
  leaving.delete(ticket)
  if (data.answer === 'refused')
    notify('warning', '主窗口中已经打开这个页面，并且有未保存的内容。请先在主窗口中保存，再移回。')
  if (data.answer !== 'none') return
  becomeMain()
  notify('info', '没有其他窗口，这个窗口现在是主窗口')
}

function openWindow(path: string): Window | null {
  const place = `left=${window.screenX + BESIDE},top=${window.screenY + BESIDE}`
  return window.open(path, '_blank', `popup,width=${SIZE.width},height=${SIZE.height},${place}`)
}

/** Gives the page with this ticket to the window that asks, if it stands here. @param drop takes its tab away and answers whether this window has none left */
export async function givePage(
  ticket: string,
  siteId: number,
  tabs: readonly Tab[],
  drop: (key: string) => Promise<boolean>,
): Promise<void> {
  const tab = tabs.find(({ key }) => key === leaving.get(ticket))
  if (!tab) return
  leaving.delete(ticket)
  const page: MovedPage = {
    href: tab.href,
    siteId,
    state: pages.get(tab.key)?.state.snapshot() ?? stateFor(tab.key) ?? {},
    from: ownWindow.get().id,
  }
  await call('pageWindows.give', { ticket, page })
  const isEmpty = await drop(tab.key)
  await call('pageWindows.left', { ticket })
  if (isEmpty) await closeTorn()
}

/** Takes the page with this ticket into this window, which then has to go to its address. */
export async function takePage(ticket: string): Promise<MovedPage> {
  const { data } = await call('pageWindows.take', { ticket })
  arrived.set(keyOf(data.href), data.state)
  pageArrived.emit(keyOf(data.href))
  return data
}

/** The same for a main window that is offered one; null: it has that page open with unsaved work, or came too late. */
export async function takeOffered(ticket: string, href: string): Promise<MovedPage | null> {
  if (unsavedWork.titlesOf(keyOf(href)).length === 0) return takePage(ticket).catch(() => null)
  await call('pageWindows.refuse', { ticket })
  return null
}

/** Closes a window of torn off pages, in which nothing is left. */
export async function closeTorn(): Promise<void> {
  await call('app.setUnsaved', { titles: [], window: unsavedName() })
  window.close()
}
