import type { Page } from '@playwright/test'

/** Between two keys, ms. */
const KEY_MS = 10

/**
 * A quick typist at a slow computer: the keys come every 10 ms, whether or not the page is done with the one before.
 * @param times how much slower the computer is.
 */
export async function typeFast(page: Page, text: string, times = 6): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: times })
  const sent: Promise<unknown>[] = []
  for (const key of text) {
    // Signs have codes of other keys: `.` would be Delete.
    const code = /[a-z0-9 ]/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0
    sent.push(
      browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, windowsVirtualKeyCode: code }),
      browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, windowsVirtualKeyCode: code }),
    )
    // The pace of the keys themselves, not a wait for the page.
    await new Promise((resolve) => setTimeout(resolve, KEY_MS))
  }
  await Promise.all(sent)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await browser.detach()
}

/** Words that are all different, so that a change of their order is seen: `a0 b1 c2 …`. */
export const wordsToType = (count: number): string =>
  Array.from({ length: count }, (_none, at) => `${String.fromCharCode(97 + (at % 26))}${at}`).join(' ')

/** The page draws late from now on, as one that is busy does: React's own turns come 40 ms after they are asked for. */
export async function delayPainting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Reflect.get(MessagePort.prototype, 'postMessage')
    MessagePort.prototype.postMessage = function late(this: MessagePort, message: unknown) {
      setTimeout(() => post.call(this, message), 40)
    }
  })
  await page.reload()
}
