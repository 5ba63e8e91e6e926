/** Number of pages that are connected to the host's event stream. */
export interface PageCount {
  open: number
  /** Epoch ms when a page was last connected; 0: none yet. */
  seenAt: number
}

interface Lifetime {
  pages: () => PageCount
  /** Whether the browser that shows the window is running. */
  isOpen: () => boolean
  /** Whether the user wants the program to keep running without a window. */
  shouldStay: () => Promise<boolean>
  /** Descriptions (Chinese) of work that would be interrupted. */
  working: () => Promise<string[]>
  print: (line: string) => void
  end: () => void
}

/** ms without any page after which the last window counts as closed: a reload takes less. */
const GRACE_MS = 5000
/** ms. Timeout for the first page. */
const FIRST_PAGE_MS = 60_000
const POLL_MS = 500
const TIMES = { grace: GRACE_MS, first: FIRST_PAGE_MS, look: POLL_MS }

/**
 * Ends the program after its last window has closed, but never while work is running; prints what it waits for. Returns
 * a function that stops watching.
 */
export function endAfterLastWindow(deps: Lifetime, change: Partial<typeof TIMES> = {}): () => void {
  const times = { ...TIMES, ...change }
  const started = Date.now()
  let goneAt = 0
  let lastPrinted = ''
  const printOnce = (line: string): void => {
    if (line !== lastPrinted) deps.print(line)
    lastPrinted = line
  }
  async function check(): Promise<boolean> {
    const { open, seenAt } = deps.pages()
    if (open > 0 || deps.isOpen()) {
      goneAt = 0
      lastPrinted = ''
      return false
    }
    const now = Date.now()
    goneAt ||= now
    if (now - Math.max(goneAt, seenAt) < times.grace || (seenAt === 0 && now - started < times.first)) return false
    if (await deps.shouldStay()) {
      printOnce('窗口已关闭，站匠继续运行；按 Ctrl+C 退出')
      return false
    }
    const work = await deps.working()
    if (work.length > 0) printOnce(`窗口已关闭，将在${work.join('、')}完成后退出；按 Ctrl+C 立即退出`)
    return work.length === 0 && deps.pages().open === 0
  }
  let timer: NodeJS.Timeout
  const again = (): void => void (timer = setTimeout(step, times.look))
  const step = (): void =>
    void check().then(
      (over) => (over ? deps.end() : again()),
      () => again(),
    )
  again()
  return () => clearTimeout(timer)
}
