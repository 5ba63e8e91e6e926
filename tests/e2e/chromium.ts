import { existsSync } from 'node:fs'
import { chromium as playwrights, type LaunchOptions } from 'playwright'

const [shell, debian] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].map((path) =>
  existsSync(path) ? path : undefined,
)

/** Debian's browser where it is, Playwright's elsewhere: for tests that open windows. */
export const windowed = debian ?? playwrights.executablePath()

/**
 * The same engine without windows, which takes a third less of the processor; what Playwright starts by itself where Debian's
 * are not there.
 */
const headless = shell ?? debian

/** How the browser of tests and screenshots is started: the same everywhere, and quiet. */
export const chromium: LaunchOptions = {
  ...(headless ? { executablePath: headless } : {}),
  chromiumSandbox: false,
  args: [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
