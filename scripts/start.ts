import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfStale } from './start/build.ts'
import { HOST_ENV } from './start/hostEnv.ts'
import { electronPath, noElectronReason } from './start/electron.ts'
import { ROOT } from './start/root.ts'

// `npm start [-- --browser] [--data DIR] [--port N] [--safe] [--open set|app|tab|none]`: builds stale parts, then
// starts Electron. If Electron cannot start, prints the reason in one line and starts the browser host, which opens a
// window of an installed browser according to the settings.
const { values } = parseArgs({
  options: {
    browser: { type: 'boolean', default: false },
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    open: { type: 'string', default: 'set' },
    safe: { type: 'boolean', default: false },
  },
})
// This script may itself run on Electron's binary as Node; its child processes must not.
const safe = values.safe ? ['--safe'] : []
const { ELECTRON_RUN_AS_NODE: _asNode, ...inherited } = process.env
const env = { ...inherited, ...(values.data ? { SITECRAFT_DATA: values.data } : {}) }

if (!(await buildIfStale())) process.exit(1)
const reason = values.browser ? '' : noElectronReason(process.platform, process.env)
const electron = values.browser || reason ? null : await electronPath()
if (electron !== null) {
  const code = await run(electron, ['.', ...safe], env)
  if (code.ok) process.exit(code.exit)
  console.log('Electron 启动失败，改用浏览器打开。')
} else if (!values.browser) console.log(`${reason || '缺少 Electron 的程序文件，下载失败'}，改用浏览器打开。`)
process.exit(
  (
    await run(
      process.execPath,
      [join(ROOT, 'out/main/browserHost.js'), '--port', values.port, '--open', values.open, ...safe],
      {
        ...HOST_ENV,
        ...process.env,
        ...env,
      },
    )
  ).exit,
)

/** Runs a program to its end and forwards signals. ok: the program did not fail right after its start. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ ok: boolean; exit: number }> {
  const started = Date.now()
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve) => {
    child.once('error', () => resolve({ ok: false, exit: 1 }))
    child.once('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(each, pass)
      resolve({ ok: code === 0 || signal !== null || Date.now() - started > 5000, exit: code ?? 0 })
    })
  })
}
