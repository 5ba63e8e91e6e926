import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const OUTPUTS = ['out/main/index.js', 'out/main/server.js', 'out/main/browserHost.js', 'out/preload/bridge.cjs']
const PAGE = 'out/renderer/index.html'
const SOURCES = ['src', 'electron.vite.config.ts', 'package-lock.json']

/** Whether a part of the build is missing, or older than the newest source. */
export function isStale(root: string): boolean {
  const outputs = [...OUTPUTS, PAGE].map((path) => join(root, path))
  if (!outputs.every((path) => existsSync(path))) return true
  const oldest = Math.min(...outputs.map((path) => statSync(path).mtimeMs))
  return SOURCES.some((path) => newestMs(join(root, path)) > oldest)
}

function newestMs(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : found.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

/** Builds if needed; prints the output only on failure. Returns whether there is a build to run. */
export async function buildIfStale(): Promise<boolean> {
  if (!isStale(ROOT)) return true
  console.log('正在构建，大约需要一分钟 …')
  const vite = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
  const child = spawn(process.execPath, [vite, 'build'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', resolve)
  })
  if (code !== 0) console.error(`${output}\n构建失败，请检查上面的错误；依赖不完整时先运行 npm ci。`)
  return code === 0
}
