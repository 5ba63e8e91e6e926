import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

/**
 * Debian's own browser where it is; Playwright's elsewhere. The shell is the same engine without a window, and takes a
 * third less of the processor; so is what Playwright starts by itself.
 */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))

/** How the browser of tests and screenshots is started: the same everywhere, and quiet. */
export const chromium: LaunchOptions = {
  ...(debian ? { executablePath: debian } : {}),
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
