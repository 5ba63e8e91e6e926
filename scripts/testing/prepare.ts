import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.ts'
import { ROOT } from '../start/root.ts'
import { isOnDebian, prepareDebian } from './debian.ts'

/** Prepares the machine for all tests as far as possible; returns a line for each failure. */
export async function prepare(): Promise<string[]> {
  const notes = isOnDebian() ? await prepareDebian() : await prepareBrowser()
  return [...notes, ...(await prepareKeychain())]
}

/** Other systems use Playwright's own browser. */
async function prepareBrowser(): Promise<string[]> {
  const installed = await run('playwright', ['install', 'chromium'])
  return installed.code === 0 ? [] : ['No browser for the tests: run `npx playwright install chromium`']
}

/**
 * The keychain module is optional and compiles on Linux; npm skips it if its headers were missing during `npm ci`.
 * Installs it again without changing package.json or the lock file.
 */
async function prepareKeychain(): Promise<string[]> {
  const exists = existsSync(join(ROOT, 'node_modules/keytar/build/Release/keytar.node'))
  if (process.platform !== 'linux' || exists) return []
  await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--include=optional'])
  await run('npm', ['rebuild', 'keytar'])
  const built = existsSync(join(ROOT, 'node_modules/keytar/build/Release/keytar.node'))
  return built ? [] : ['The keychain module did not build (python3, make, g++ and libsecret-1-dev are needed)']
}
