// `npm run test:electron`: the built program in Electron itself (tests/e2e/electron-only). Run `npm run build` before. Where there
// is no Electron program, or nothing to show a window on, it says so in one line and ends with 0.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './lib/run.ts'
import { noElectronReason } from './start/electron.ts'
import { ROOT } from './start/root.ts'

function missing(): string {
  const reason = noElectronReason(process.platform, process.env)
  if (reason) return reason
  const folder = join(ROOT, 'node_modules/electron')
  const named = existsSync(join(folder, 'path.txt')) ? readFileSync(join(folder, 'path.txt'), 'utf8').trim() : ''
  return named && existsSync(join(folder, 'dist', named)) ? '' : '没有 Electron 的程序文件'
}

const reason = missing()
if (reason) process.stdout.write(`没有运行 Electron 的测试：${reason}。\n`)
else {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const wanted = [playwright, 'test', '--project', 'electron', ...process.argv.slice(2)]
  process.exitCode = (await run(process.execPath, wanted, { show: true })).code
}
