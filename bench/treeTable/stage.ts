/** What every compared page offers to the measuring. */
export interface Stage {
  mount(): void
  /** Absent: mounting and scrolling alone are measured. */
  folding?: { expandAll(): void; collapseAll(): void }
  /** CSS selectors: what scrolls, one drawn row, one input of a sort value. */
  scroller: string
  row: string
  input: string
  rows: number
}

/** Milliseconds from the page's point of view. */
export interface Timings {
  mount: number
  collapseAll: number
  expandAll: number
  /** Frames of the scripted scroll that took longer than 50 ms, the longest frame, and views without a single row. */
  droppedFrames: number
  scrollLongest: number
  scrollTotal: number
}

declare global {
  interface Window {
    measure: () => Promise<Timings>
    typing: { start(): void; stop(): number }
  }
}

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))

/** Resolves after the browser has painted the frame that is being prepared. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => resolve())
    channel.port1.start()
    channel.port2.postMessage(0)
  })

async function time(action: () => void, ready: () => boolean): Promise<number> {
  const began = performance.now()
  action()
  do await frame()
  while (!ready())
  await painted()
  return performance.now() - began
}

const STEPS = 120
const STEP_PX = 400
const LONG_MS = 50

async function scroll(box: Element): Promise<Pick<Timings, 'droppedFrames' | 'scrollLongest' | 'scrollTotal'>> {
  const began = performance.now()
  let last = await frame()
  let [dropped, longest] = [0, 0]
  for (let step = 0; step < STEPS; step++) {
    box.scrollTop += STEP_PX
    const now = await frame()
    longest = Math.max(longest, now - last)
    if (now - last > LONG_MS) dropped++
    last = now
  }
  return { droppedFrames: dropped, scrollLongest: longest, scrollTotal: performance.now() - began }
}

export const click = (id: string): void => document.getElementById(id)?.click()

/** Makes a page measurable. */
export function present(stage: Stage): void {
  const box = (): Element | null => document.querySelector(stage.scroller)
  const tall = (): boolean => (box()?.scrollHeight ?? 0) > stage.rows * 20
  const drawn = (): number => document.querySelectorAll(stage.row).length

  window.measure = async () => {
    const mount = await time(stage.mount, () => tall() && drawn() >= 10)
    const { folding } = stage
    const collapseAll = folding ? await time(folding.collapseAll, () => !tall() && drawn() === 10) : NaN
    const expandAll = folding ? await time(folding.expandAll, () => tall() && drawn() > 10) : NaN
    const found = box()
    if (!found) throw new Error(`nothing scrolls: ${stage.scroller}`)
    const scrolled = await scroll(found)
    found.scrollTop = 0
    await frame()
    await frame()
    document.querySelector<HTMLInputElement>(stage.input)?.focus()
    return { mount, collapseAll, expandAll, ...scrolled }
  }

  let longest = 0
  let watching = false
  window.typing = {
    start() {
      longest = 0
      watching = true
      let last = performance.now()
      const next = (now: number): void => {
        longest = Math.max(longest, now - last)
        last = now
        if (watching) requestAnimationFrame(next)
      }
      requestAnimationFrame(next)
    },
    stop() {
      watching = false
      return longest
    },
  }
}
