import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const FOLDER = join(ROOT, 'node_modules/electron')
/** Timeout of the download, ms: a download takes seconds, and must not hang in a closed network. */
const DOWNLOAD_TIMEOUT_MS = 90_000

/** Why Electron cannot open a window here, checked before a download; '' if it can. */
export function noElectronReason(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, uid = process.getuid?.()): string {
  if (!existsSync(join(FOLDER, 'package.json'))) return '未安装 Electron'
  if (platform !== 'linux') return ''
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return '当前环境没有图形界面'
  return uid === 0 ? 'Electron 不能以 root 用户运行' : ''
}

/** Path of Electron's program, downloaded if it is missing; null if that fails. */
export async function electronPath(): Promise<string | null> {
  const found = findInstalled()
  if (found !== null) return found
  console.log('正在下载 Electron …')
  const child = spawn(process.execPath, [join(FOLDER, 'install.js')], { cwd: ROOT, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), DOWNLOAD_TIMEOUT_MS)
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  clearTimeout(timer)
  return findInstalled()
}

function findInstalled(): string | null {
  const pathFile = join(FOLDER, 'path.txt')
  if (!existsSync(pathFile)) return null
  const path = join(FOLDER, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(path) ? path : null
}
