import { expect, type Page } from '@playwright/test'
import { join } from 'node:path'
import { PASSWORDS, type RunningApp } from '#tests/e2e/app.ts'
import { PAGE_SECRET_KEY } from '#shared/security/pageSecret.ts'
import { Login } from '#tests/e2e/pages/login.ts'
import { Shell } from '#tests/e2e/pages/shell.ts'
import type { Camera } from './camera.ts'
import { openers } from './dialogs.ts'
import type { Opener } from './opener.ts'

/** Without a session; the theme is the system's there, too. */
const OUTSIDE = ['/login', '/connect', '/404', '/403']

/**
 * Goes through the whole product with a camera: every screen of the navigation (new ones come by themselves), the
 * dialogs of dialogs.ts, and the pages around signing in.
 * @param wanted only titles that hold this text; '' for all.
 * @param who a demo account; dialogs of screens that it doesn't see are left out. '' for the administrator.
 */
export async function tour(
  page: Page,
  app: RunningApp,
  camera: Camera,
  { wanted, who }: { wanted: string; who: string },
): Promise<string[]> {
  const failures: string[] = []
  const attempt = async (title: string, step: () => Promise<void>, spins = false): Promise<void> => {
    if (!title.includes(wanted)) return
    try {
      await step()
      await camera.take(title, spins)
    } catch (error) {
      failures.push(`${title}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
    }
  }
  // Unsaved work must not stop the tour.
  page.on('dialog', (question) => void question.accept())
  page.on('pageerror', (error) => failures.push(`thrown: ${error.message}`))
  page.setDefaultTimeout(20_000)

  const shell = new Shell(page)
  await page.goto(app.launchAddress)
  await attempt('第一次打开', () => page.getByRole('button', { name: '使用内置服务器' }).waitFor())
  await shell.useBuiltin()
  await shell.setTheme('跟随系统')
  if (who !== '') {
    await shell.signOut()
    const login = new Login(page, join(app.dataDir, 'server'))
    await login.fill(who, PASSWORDS.demo)
    await login.submit.click()
    await shell.expectSignedIn(who)
    await shell.setTheme('跟随系统')
  }

  const leaf = (title: string) =>
    shell.navigation.getByRole('listitem').getByRole('button', { name: title, exact: true })
  const visit = async (title: string): Promise<void> => {
    // Columns below a folded one are gone to by name.
    if ((await leaf(title).count()) === 0) return shell.open(title)
    await leaf(title).click()
    await expect(shell.tab(title)).toHaveAttribute('aria-current', 'page')
  }
  await expect(leaf('首页')).toBeVisible()
  // A button that folds leads to no screen.
  const titles = await shell.navigation.locator('li button:not([aria-expanded])').allInnerTexts()
  for (const title of titles) await attempt(title, () => visit(title))

  /** The home page alone: open tabs would keep a dialog's search and filters. */
  const fresh = async (): Promise<void> => {
    // Without the page's secret it would be a stranger's.
    await page.evaluate((kept) => {
      for (const key of Object.keys(sessionStorage)) if (key !== kept) sessionStorage.removeItem(key)
    }, PAGE_SECRET_KEY)
    await page.goto(new URL('/index', page.url()).href)
  }
  const sees = ({ screen }: Opener): boolean => who === '' || titles.includes(screen)
  for (const opener of openers.filter(sees)) {
    const open = async (): Promise<void> => {
      await fresh()
      await visit(opener.screen)
      await opener.open(page)
    }
    // What a busy machine was too slow for is tried once more, from the home page on.
    await attempt(`${opener.screen} - ${opener.name}`, () => open().catch(open), opener.spins)
  }

  await fresh()
  await shell.signOut()
  for (const path of OUTSIDE) {
    await attempt(path, async () => {
      await page.goto(new URL(path, page.url()).href)
      await expect(page.getByRole('main').or(page.locator('form')).first()).toBeVisible()
    })
  }
  return failures
}
