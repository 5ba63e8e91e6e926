import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const BY_ADMINISTRATOR = '由管理员用 MSI 安装，更新由管理员统一安排'

/**
 * The reason why this installation doesn't update itself, or ''. electron-updater supports only the .exe installer,
 * which puts its uninstaller beside the program; where an MSI was installed, it would install a second program.
 */
export function findUpdateObstacle(platform: NodeJS.Platform, program: string): string {
  if (platform !== 'win32') return ''
  const uninstaller = join(dirname(program), `Uninstall ${basename(program)}`)
  return existsSync(uninstaller) ? '' : BY_ADMINISTRATOR
}
