import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const BY_ADMINISTRATOR = '由管理员用 MSI 安装，更新由管理员统一安排'

/**
 * '' or why this installation is not updated by itself. electron-updater knows the installer with the .exe alone, which lays its
 * uninstaller beside the program; on a desk that an MSI was installed on it would install a second program.
 */
export function updatesRefused(platform: NodeJS.Platform, program: string): string {
  if (platform !== 'win32') return ''
  const uninstaller = join(dirname(program), `Uninstall ${basename(program)}`)
  return existsSync(uninstaller) ? '' : BY_ADMINISTRATOR
}
