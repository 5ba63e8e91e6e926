import { expect, it, onTestFinished } from 'vitest'
import { endAfterLastWindow } from './lifetime.ts'

/** A window whose state a test changes. */
function run(change: Partial<{ grace: number; first: number }> = {}) {
  const now = { pages: { open: 1, seenAt: Date.now() }, isOpen: true, stays: false, work: [] as string[] }
  const said: string[] = []
  let looks = 0
  let ends = 0
  const stop = endAfterLastWindow(
    {
      pages: () => {
        looks += 1
        return now.pages
      },
      isOpen: () => now.isOpen,
      shouldStay: async () => now.stays,
      working: async () => now.work,
      print: (line) => void said.push(line),
      end: () => void (ends += 1),
    },
    { grace: 30, first: 30, look: 5, ...change },
  )
  onTestFinished(stop)
  const close = (): void => {
    now.isOpen = false
    now.pages = { open: 0, seenAt: Date.now() }
  }
  /** Resolves after it has looked so often again. */
  const looked = async (times: number): Promise<void> => {
    const from = looks
    await expect.poll(() => looks, { interval: 5 }).toBeGreaterThan(from + times)
  }
  return { now, said, ends: () => ends, close, looked, stop }
}

it('ends once after its last window, and stops polling', async () => {
  const { close, ends, looked } = run()
  await looked(10)
  expect(ends()).toBe(0)
  close()
  await expect.poll(ends).toBe(1)
})

it('a page that comes back within the grace keeps it, also where the browser has given the address to another', async () => {
  const { now, close, ends, looked } = run({ grace: 60_000 })
  close()
  await looked(5)
  now.pages = { open: 1, seenAt: Date.now() }
  await looked(5)
  expect(ends()).toBe(0)
})

it('a window whose page is asleep or has crashed is a window', async () => {
  const { now, ends, looked } = run()
  now.pages = { open: 0, seenAt: Date.now() - 60_000 }
  await looked(10)
  expect(ends()).toBe(0)
})

it('never ends while work goes on, says once for what it waits, and ends afterwards', async () => {
  const { now, said, close, ends, looked } = run()
  now.work = ['正在上传的文件', '正在进行的本地同步']
  close()
  await expect.poll(() => said.length).toBe(1)
  await looked(10)
  expect(said).toEqual(['窗口已关闭，将在正在上传的文件、正在进行的本地同步完成后退出；按 Ctrl+C 立即退出'])
  expect(ends()).toBe(0)
  now.work = []
  await expect.poll(ends).toBe(1)
})

it('stays where the person wants it, and reports it once for each time', async () => {
  const { now, said, close, ends, looked } = run()
  now.stays = true
  close()
  await expect.poll(() => said.length).toBe(1)
  await looked(10)
  now.isOpen = true
  await looked(3)
  close()
  await expect.poll(() => said.length).toBe(2)
  expect(new Set(said)).toEqual(new Set(['窗口已关闭，站匠继续运行；按 Ctrl+C 退出']))
  expect(ends()).toBe(0)
})

it('waits longer for the first page than for one that comes back', async () => {
  const { now, ends, looked } = run({ first: 60_000 })
  now.isOpen = false
  now.pages = { open: 0, seenAt: 0 }
  await looked(15)
  expect(ends()).toBe(0)
})
