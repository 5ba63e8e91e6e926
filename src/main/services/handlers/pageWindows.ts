import { randomUUID } from 'node:crypto'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { MovedPage } from '#shared/contract/pageWindow.ts'
import { attachPageAddress, detachedPageAddress } from '#shared/domain/pageMove.ts'
import { AppError } from '#shared/errors/index.ts'
import type { PageWindows } from '../ports.ts'
import type { Emit } from '../types.ts'

/** ms. How long the windows wait for each other. */
interface MoveTimeouts {
  /** For the new window to receive the page, or for a main window to accept a returned page. */
  receiveMs: number
  /** For the former window to remove the page. */
  leaveMs: number
}

interface Move {
  /** null: the main window refuses the page. */
  page: PromiseWithResolvers<MovedPage | null>
  left: PromiseWithResolvers<void>
  isTaken: boolean
}

/** ms. Tickets expire after this time, because a window may never have been opened. */
const TICKET_MS = 2 * 60_000

/** Moves pages between two windows. Their state is only in memory, and only during the move. */
export function pageWindowHandlers(deps: { windows: PageWindows | null; emit: Emit; patience?: MoveTimeouts }) {
  const { windows, emit, patience = { receiveMs: 5000, leaveMs: 2000 } } = deps
  const moves = new Map<string, Move>()
  const begin = (ticket: string): Move => {
    const move: Move = { page: Promise.withResolvers(), left: Promise.withResolvers(), isTaken: false }
    moves.set(ticket, move)
    setTimeout(() => moves.delete(ticket), TICKET_MS).unref()
    return move
  }
  return {
    'pageWindows.open': async () => {
      const ticket = randomUUID()
      begin(ticket)
      windows?.open(ticket, detachedPageAddress(ticket))
      return { ticket, opened: windows !== null }
    },
    'pageWindows.back': async ({ ticket, href, to }) => {
      const { page: given } = begin(ticket)
      if (windows) windows.showMainWindow(attachPageAddress(ticket, href))
      else emit('pageWindow.offered', { ticket, href, to })
      const page = await withTimeout(given.promise, patience.receiveMs, undefined)
      // An answer that comes later is ignored: the page stays where it is.
      if (!page) moves.delete(ticket)
      if (page === undefined) return { answer: 'none' }
      return { answer: page ? 'taken' : 'refused' }
    },
    'pageWindows.refuse': async ({ ticket }) => {
      moves.get(ticket)?.page.resolve(null)
      return null
    },
    'pageWindows.take': async ({ ticket }) => {
      const move = moves.get(ticket)
      if (!move || move.isTaken) throw new AppError('not-found', '该页面已在其他窗口打开，或已关闭')
      move.isTaken = true
      emit('pageWindow.asked', { ticket })
      const page = await withTimeout(move.page.promise, patience.receiveMs, null)
      if (page) await withTimeout(move.left.promise, patience.leaveMs, undefined)
      moves.delete(ticket)
      if (!page) throw new AppError('not-found', '原窗口没有响应，页面和填写的内容仍在原窗口中')
      return page
    },
    'pageWindows.give': async ({ ticket, page }) => {
      const move = moves.get(ticket)
      if (!move) throw new AppError('not-found', '另一个窗口已关闭，页面保留在当前窗口')
      move.page.resolve(page)
      return null
    },
    'pageWindows.left': async ({ ticket }) => {
      moves.get(ticket)?.left.resolve()
      return null
    },
  } satisfies HostHandlers<'pageWindows'>
}

/** Resolves with `instead` when the promise takes longer than `ms`. */
async function withTimeout<T, U>(promise: Promise<T>, ms: number, instead: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<U>((resolve) => (timer = setTimeout(() => resolve(instead), ms)))
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
