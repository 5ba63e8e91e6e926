import { z } from 'zod'
import { hostMutation } from './define.ts'
import { nothing } from './fields.ts'

/** Id of a page that moves from one window to another. */
const pageTicket = z.string().regex(/^[\da-f-]{36}$/)
/** Address of a page within the program. */
const pageHref = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])/)

/** A page that moves to another window: its address and the state of its forms. */
const movedPage = z.object({
  href: pageHref,
  /** The site of its window; 0: none. */
  siteId: z.number().int().min(0),
  /** Keyed by the names that the page's parts use (useTabState, useSaveForm). */
  state: z.record(z.string().max(500), z.json()),
  /** The window that it leaves. */
  from: z.string().max(100),
})
export type MovedPage = z.output<typeof movedPage>

/**
 * Moves a page tab to a window of its own, and back. The former window closes the tab only after the other window has
 * it.
 */
export const pageWindowOperations = {
  /** `opened`: the host opened the window; otherwise the page opens /torn/<ticket>. */
  'pageWindows.open': hostMutation({
    title: '在新窗口打开',
    input: z.object({ href: pageHref }),
    output: z.object({ ticket: pageTicket, opened: z.boolean() }),
  }),
  /** Offers the page to the main window; with several main windows, first to the window `to`. */
  'pageWindows.back': hostMutation({
    title: '移回主窗口',
    input: z.object({ ticket: pageTicket, href: pageHref, to: z.string().max(100) }),
    output: z.object({ answer: z.enum(['taken', 'refused', 'none']) }),
  }),
  /** Refuses the page: the main window already has it open, with unsaved work. */
  'pageWindows.refuse': hostMutation({
    title: '不接收页面',
    input: z.object({ ticket: pageTicket }),
    output: nothing,
  }),
  /** Requests the page from the window that has it; returns after that window has handed it over. */
  'pageWindows.take': hostMutation({
    title: '打开页面',
    input: z.object({ ticket: pageTicket }),
    output: movedPage,
  }),
  'pageWindows.give': hostMutation({
    title: '交出页面',
    input: z.object({ ticket: pageTicket, page: movedPage }),
    output: nothing,
  }),
  /** The former window has closed the page. */
  'pageWindows.left': hostMutation({
    title: '页面已移走',
    input: z.object({ ticket: pageTicket }),
    output: nothing,
  }),
}

export const pageWindowEvents = {
  /** Asks the window with the page to hand it over. */
  'pageWindow.asked': z.object({ ticket: pageTicket }),
  /** Offers the page to a main window. */
  'pageWindow.offered': z.object({ ticket: pageTicket, href: pageHref, to: z.string() }),
}
