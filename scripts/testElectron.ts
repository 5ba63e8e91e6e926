// `npm run test:electron`: tests the built program in Electron itself (tests/e2e/electron-only). Run `npm run build`
// first. Without Electron's program or a display, it prints the reason in one line and exits with 0.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './lib/run.ts'
import { noElectronReason } from './start/electron.ts'
import { ROOT } from './start/root.ts'

function findReason(): string {
  const reason = noElectronReason(process.platform, process.env)
  if (reason) return reason
  const folder = join(ROOT, 'node_modules/electron')
  const named = existsSync(join(folder, 'path.txt')) ? readFileSync(join(folder, 'path.txt'), 'utf8').trim() : ''
  return named && existsSync(join(folder, 'dist', named)) ? '' : '缺少 Electron 的程序文件'
}

const reason = findReason()
if (reason) process.stdout.write(`未运行 Electron 测试：${reason}。\n`)
else {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const args = [playwright, 'test', '--project', 'electron', ...process.argv.slice(2)]
  process.exitCode = (await run(process.execPath, args, { show: true })).code
}
