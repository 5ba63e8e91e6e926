import type { MovedPage } from '#shared/contract/pageWindow.ts'
import { detachedPageAddress } from '#shared/domain/pageMove.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { notify } from '#renderer/data/notices.ts'
import type { SavedPageState, TabState } from '#renderer/ui/page/tabState.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'
import { type Tab, tabKeyOf } from './model.ts'
import { becomeMain, ownWindow, unsavedWindowName } from './ownWindow.ts'

/** Size of a window that the browser opens, px; Electron sizes its own windows. */
const POPUP_SIZE = { width: 1080, height: 720 }
/** Offset of a new window from this one, px. */
const POPUP_OFFSET_PX = 40

/** The rendered pages of this window, by tab key. */
const pages = new Map<string, { tab: Tab; state: TabState }>()
/** Keys of the tabs that are moving to another window, by ticket. */
const outgoingTabs = new Map<string, string>()
/** State of received pages by tab key, until the pages are rendered. */
const receivedStates = new Map<string, SavedPageState>()
/** Emitted when a page for this tab was received. */
export const pageReceived = createEmitter<[key: string]>()

/** Registers the state of a tab's page, until the tab is closed. */
export function setPageState(tab: Tab, state: TabState): void {
  pages.set(tab.key, { tab, state })
  receivedStates.delete(tab.key)
}
export const forgetPage = (key: string): void => void pages.delete(key)

/**
 * The initial state of a tab's page. Kept until the page is shown, because React may render it more than once before.
 */
export const receivedStateFor = (key: string): SavedPageState | undefined => receivedStates.get(key)

/** Moves the tab into a new window, or back to the main window. The tab stays open until the other window has it. */
export const moveTab = (tab: Tab): void =>
  void (ownWindow.get().isDetached ? returnTab(tab) : detachTab(tab)).catch(showError)

/** Moves the page of this tab, at the request of the page. */
export function movePage(key: string): void {
  const page = pages.get(key)
  if (page) moveTab(page.tab)
}

async function detachTab({ key, href }: Tab): Promise<void> {
  const { data } = await call('pageWindows.open', { href })
  outgoingTabs.set(data.ticket, key)
  if (data.opened || openWindow(detachedPageAddress(data.ticket))) return
  outgoingTabs.delete(data.ticket)
  notify('error', '浏览器拦截了新窗口，页面保留在当前窗口。请允许此网址弹出窗口，然后重试。')
}

async function returnTab({ key, href }: Tab): Promise<void> {
  const ticket = crypto.randomUUID()
  outgoingTabs.set(ticket, key)
  const { data } = await call('pageWindows.back', { ticket, href, to: ownWindow.get().sourceId })
  outgoingTabs.delete(ticket)
  if (data.answer === 'refused') notify('warning', '主窗口已打开该页面，且有未保存的内容。请先在主窗口中保存，再移回。')
  if (data.answer !== 'none') return
  becomeMain()
  notify('info', '没有其他窗口，当前窗口已成为主窗口')
}

function openWindow(path: string): Window | null {
  const place = `left=${window.screenX + POPUP_OFFSET_PX},top=${window.screenY + POPUP_OFFSET_PX}`
  return window.open(path, '_blank', `popup,width=${POPUP_SIZE.width},height=${POPUP_SIZE.height},${place}`)
}

/**
 * Sends the page with this ticket to the requesting window, if it is in this window.
 * @param closeTab closes the tab and returns whether this window has none left
 */
export async function handOverTab(
  ticket: string,
  siteId: number,
  tabs: readonly Tab[],
  closeTab: (key: string) => Promise<boolean>,
): Promise<void> {
  const tab = tabs.find(({ key }) => key === outgoingTabs.get(ticket))
  if (!tab) return
  outgoingTabs.delete(ticket)
  const page: MovedPage = {
    href: tab.href,
    siteId,
    state: pages.get(tab.key)?.state.snapshot() ?? receivedStateFor(tab.key) ?? {},
    from: ownWindow.get().id,
  }
  await call('pageWindows.give', { ticket, page })
  const isEmpty = await closeTab(tab.key)
  await call('pageWindows.left', { ticket })
  if (isEmpty) await closeDetachedWindow()
}

/** Receives the page with this ticket. The caller then has to navigate to its address. */
export async function receivePage(ticket: string): Promise<MovedPage> {
  const { data } = await call('pageWindows.take', { ticket })
  receivedStates.set(tabKeyOf(data.href), data.state)
  pageReceived.emit(tabKeyOf(data.href))
  return data
}

/**
 * Receives an offered page in a main window. Returns null when the page is open here with unsaved work, or another
 * window was faster.
 */
export async function receiveOfferedPage(ticket: string, href: string): Promise<MovedPage | null> {
  if (unsavedWork.titlesOf(tabKeyOf(href)).length === 0) return receivePage(ticket).catch(() => null)
  await call('pageWindows.refuse', { ticket })
  return null
}

/** Closes a detached window that has no pages left. */
export async function closeDetachedWindow(): Promise<void> {
  await call('app.setUnsaved', { titles: [], window: unsavedWindowName() })
  window.close()
}
