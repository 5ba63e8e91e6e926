import { shell } from 'electron'
import type { Shell } from '#services/ports.ts'
import { AppError } from '#shared/errors/index.ts'
import { externalAddress } from '../security/rules.ts'

/** The system's browser and file manager. @param previews origin of the live previews, '' until it is known */
export function createShell(previews: () => string): Shell {
  return {
    async openExternal(url) {
      const address = externalAddress(url, previews())
      if (!address) throw new AppError('forbidden', '只能打开以 https:// 开头的链接')
      await shell.openExternal(address)
    },
    async revealFolder(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new AppError('not-found', `打不开文件夹，请确认它还在：${path}`, { cause: problem })
    },
  }
}
