import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundBrowser } from './find.ts'

/** Where the first window opens; the browser remembers where it was moved to. */
const FIRST_SIZE = '1360,860'

export interface AppWindow {
  /** Does the browser's process run? It may have given the address to one that ran before. */
  isRunning(): boolean
  /** Its exit code; null for one that could not be started or was killed. */
  readonly exited: Promise<number | null>
  close(): void
}

/** The browser's own folder for our windows: nothing of a person's usual profile, no extension of it, sees the page. */
export const profileIn = (dataDir: string): string => join(dataDir, 'browser')

/** Arguments by which a browser of Chromium's family shows a page as a window without tabs and address bar. */
export const windowArguments = (address: string, profile: string, isFirst: boolean): string[] => [
  `--app=${address}`,
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  // It ends with its last window.
  '--disable-background-mode',
  ...(isFirst ? [`--window-size=${FIRST_SIZE}`] : []),
]

/** @param address opens the page once @param profile absolute path; made when it is missing */
export function openAppWindow(browser: FoundBrowser, address: string, profile: string): AppWindow {
  const isFirst = !existsSync(profile)
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  // In a group of its own: Ctrl+C in the terminal ends the host, and the page keeps what is not saved for the next start.
  const child = spawn(browser.path, windowArguments(address, profile, isFirst), { stdio: 'ignore', detached: true })
  let isRunning = true
  const exited = new Promise<number | null>((resolve) => {
    const ended = (code: number | null): void => {
      isRunning = false
      resolve(code)
    }
    child.once('error', () => ended(null))
    child.once('exit', ended)
  })
  child.unref()
  return { isRunning: () => isRunning, exited, close: () => void child.kill() }
}
