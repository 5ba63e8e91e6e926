/** Interface of each compared page for the measurement. */
export interface Stage {
  mount(): void
  /** Absent: only mounting and scrolling are measured. */
  folding?: { expandAll(): void; collapseAll(): void }
  /** CSS selectors of the scroll container, a rendered row, and an input of a sort value. */
  scroller: string
  row: string
  input: string
  rows: number
}

/** Durations in ms, measured in the page. */
export interface Timings {
  mount: number
  collapseAll: number
  expandAll: number
  /** Number of frames over 50 ms during the scripted scroll, the longest frame, and the total time. */
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

/** Resolves after the browser has painted the next frame. */
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

/** Adds the measuring functions to the page. */
export function exposeMeasurement(stage: Stage): void {
  const box = (): Element | null => document.querySelector(stage.scroller)
  const isExpanded = (): boolean => (box()?.scrollHeight ?? 0) > stage.rows * 20
  const countRows = (): number => document.querySelectorAll(stage.row).length

  window.measure = async () => {
    const mount = await time(stage.mount, () => isExpanded() && countRows() >= 10)
    const { folding } = stage
    const collapseAll = folding ? await time(folding.collapseAll, () => !isExpanded() && countRows() === 10) : NaN
    const expandAll = folding ? await time(folding.expandAll, () => isExpanded() && countRows() > 10) : NaN
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
