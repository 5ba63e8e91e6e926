import { spawn } from 'node:child_process'
import { AppError } from '#shared/errors/index.ts'
import type { Shell } from '#services/ports.ts'

/** The desktop's own opener; the target is one argument and never passes a command interpreter. */
const OPENER: Partial<Record<NodeJS.Platform, string>> = { win32: 'explorer.exe', darwin: 'open' }

/** Opens links and folders on the machine that the browser host runs on. */
export const desktopShell = (platform: NodeJS.Platform = process.platform): Shell => {
  const open = (target: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(OPENER[platform] ?? 'xdg-open', [target], { stdio: 'ignore', detached: true })
      child.once('error', (cause) => {
        reject(new AppError('unsupported', `本机没有可用的桌面程序来打开，请自行打开：${target}`, { cause }))
      })
      child.once('spawn', () => {
        child.unref()
        resolve()
      })
    })
  return { openExternal: open, revealFolder: open }
}
