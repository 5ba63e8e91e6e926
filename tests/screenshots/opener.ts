import type { Page } from '@playwright/test'

/** A dialog, or another state of a screen, that is worth a picture. */
export interface Opener {
  /** The screen's title in the navigation. */
  screen: string
  /** Names the picture: `模板列表 - 新增`. */
  name: string
  /** From the screen as it comes to the front to what the picture shows; waits for it. */
  open: (page: Page) => Promise<void>
  /** Shows a spinner on purpose: it is not waited for. */
  spins?: boolean
}
