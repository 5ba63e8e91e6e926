import { z } from 'zod'
import { hostMutation } from './define.ts'
import { nothing } from './fields.ts'

/** Names a page on its way from one window to another. */
const pageTicket = z.string().regex(/^[\da-f-]{36}$/)
/** Address of a page: nothing that leads out of the program. */
const pageHref = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])/)

/** A page as it goes into another window: what its address says, and what stands in its forms. */
const movedPage = z.object({
  href: pageHref,
  /** The site that its window works on; 0: none. */
  siteId: z.number().int().min(0),
  /** By the names that its parts gave (useTabState, useSaveForm). */
  state: z.record(z.string().max(500), z.json()),
  /** The window that it comes from. */
  from: z.string().max(100),
})
export type MovedPage = z.output<typeof movedPage>

/** A page tab goes into a window of its own, and back. It is removed where it was only when the other window has it. */
export const pageWindowOperations = {
  /** `opened`: the host has opened the window; otherwise the page does, at /torn/<ticket>. */
  'pageWindows.open': hostMutation({
    title: '在新窗口打开',
    input: z.object({ href: pageHref }),
    output: z.object({ ticket: pageTicket, opened: z.boolean() }),
  }),
  /** Offers it to the main window, of several first to the one named `to`. */
  'pageWindows.back': hostMutation({
    title: '移回主窗口',
    input: z.object({ ticket: pageTicket, href: pageHref, to: z.string().max(100) }),
    output: z.object({ answer: z.enum(['taken', 'refused', 'none']) }),
  }),
  /** The main window has the same page open, with unsaved work. */
  'pageWindows.refuse': hostMutation({
    title: '不接收页面',
    input: z.object({ ticket: pageTicket }),
    output: nothing,
  }),
  /** The window where the page is now is asked for it; the answer comes when it is gone there. */
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
  /** It does not stand in the former window any more. */
  'pageWindows.left': hostMutation({
    title: '页面已移走',
    input: z.object({ ticket: pageTicket }),
    output: nothing,
  }),
}

export const pageWindowEvents = {
  /** Whoever holds the page gives it. */
  'pageWindow.asked': z.object({ ticket: pageTicket }),
  /** A main window may take the page. */
  'pageWindow.offered': z.object({ ticket: pageTicket, href: pageHref, to: z.string() }),
}
