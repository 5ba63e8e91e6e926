import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

export const THEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const

/** How long a page may take until nothing on it is loading. */
const SETTLE = 20_000
const nameOf = ({ width, height }: (typeof SIZES)[number]): string => `${width}x${height}`

export interface Camera {
  /** Takes what the page shows in every theme and size, once nothing on it is loading; `spins`: something always is. */
  take(title: string, spins?: boolean): Promise<void>
  /** What was not right in a picture, one line each. */
  readonly remarks: readonly string[]
  readonly taken: number
}

/** Pictures of one page, in `<folder>/<theme>/<size>/<number> <title>.png`. */
export function camera(page: Page, folder: string): Camera {
  const remarks: string[] = []
  let number = 0
  let taken = 0
  for (const theme of THEMES) {
    for (const size of SIZES) mkdirSync(join(folder, theme, nameOf(size)), { recursive: true })
  }

  const settle = async (title: string, spins: boolean): Promise<void> => {
    const busy = page.locator('[aria-busy=true], .fui-Skeleton, .fui-Spinner').filter({ visible: true })
    if (!spins) {
      await expect(busy)
        .toHaveCount(0, { timeout: SETTLE })
        .catch(() => remarks.push(`${title}: still loading after ${SETTLE / 1000} s`))
    }
    await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done))))
  }

  return {
    remarks,
    get taken() {
      return taken
    },
    async take(title, spins = false) {
      number += 1
      const file = `${String(number).padStart(2, '0')} ${title.replaceAll(/[/\\:*?"<>|]/g, ' ')}.png`
      await settle(title, spins)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme })
          await settle(title, spins)
          const path = join(folder, theme, nameOf(size), file)
          await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
          taken += 1
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wide > 0) remarks.push(`${title}: ${wide} px wider than the window at ${nameOf(size)}`)
      }
      // The next one is laid out as it would be for somebody with this window.
      await page.setViewportSize(SIZES[0])
    },
  }
}
