import { spawn } from 'node:child_process'
import { AppError } from '#shared/errors/index.ts'
import type { Shell } from '#services/ports.ts'

/** The desktop's opener; the target is a single argument and never passes a shell. */
const OPENER: Partial<Record<NodeJS.Platform, string>> = { win32: 'explorer.exe', darwin: 'open' }

/** ms. An opener that finds no program fails within this time. */
const FAILURE_TIMEOUT_MS = 2000

/** Opens links and folders on the machine that runs the browser host. */
export const createDesktopShell = (platform: NodeJS.Platform = process.platform): Shell => {
  const open = (target: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(OPENER[platform] ?? 'xdg-open', [target], { stdio: 'ignore', detached: true })
      const fail = (cause: unknown): void =>
        reject(new AppError('unsupported', `本机没有可用的桌面程序来打开，请自行打开：${target}`, { cause }))
      child.once('error', fail)
      // explorer.exe exits with 1 even if it opened the target.
      child.once('exit', (code) => (code === 0 || platform === 'win32' ? resolve() : fail(`exit code ${code}`)))
      // Some openers run as long as the opened program.
      child.once('spawn', () => {
        child.unref()
        setTimeout(resolve, FAILURE_TIMEOUT_MS).unref()
      })
    })
  return { openExternal: open, revealFolder: open }
}
