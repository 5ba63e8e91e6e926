import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const FOLDER = join(ROOT, 'node_modules/electron')
/** Fetching takes seconds on a good line; on a closed network it must not hang. */
const FETCH_TIMEOUT = 90_000

/** Why Electron can't open a window here, before anything is fetched; '' when it can. */
export function noElectronReason(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, uid = process.getuid?.()): string {
  if (!existsSync(join(FOLDER, 'package.json'))) return '没有安装 Electron'
  if (platform !== 'linux') return ''
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return '这里没有图形显示'
  return uid === 0 ? 'Electron 不能以 root 用户运行' : ''
}

/** The program file, fetched if it is missing; null when it can't be had in time. */
export async function electronPath(): Promise<string | null> {
  const known = installed()
  if (known !== null) return known
  console.log('正在下载 Electron …')
  const child = spawn(process.execPath, [join(FOLDER, 'install.js')], { cwd: ROOT, stdio: 'ignore' })
  const timer = setTimeout(() => child.kill('SIGKILL'), FETCH_TIMEOUT)
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  clearTimeout(timer)
  return installed()
}

function installed(): string | null {
  const pathFile = join(FOLDER, 'path.txt')
  if (!existsSync(pathFile)) return null
  const path = join(FOLDER, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(path) ? path : null
}
