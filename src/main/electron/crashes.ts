import { app, crashReporter, dialog } from 'electron'
import { mkdirSync } from 'node:fs'
import { dumpFolder, reportCrash, watchOwnCrashes } from '#services/diagnostics/crashes.ts'

/** Ends that nobody needs a report of. */
const EXPECTED = new Set(['clean-exit', 'killed'])

/** Dumps of Chromium's processes and reports of all that crashes lie in the data folder, and are never sent. Before `ready`. */
export function collectCrashes(dataDir: string): void {
  const version = app.getVersion()
  const dumps = dumpFolder(dataDir)
  mkdirSync(dumps, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', dumps)
  crashReporter.start({ uploadToServer: false, compress: false })
  watchOwnCrashes(dataDir, version)
  explainUnexpectedErrors()
  const report = (process: 'window' | 'other', name: string, facts: { reason: string; exitCode: number }): void => {
    if (EXPECTED.has(facts.reason)) return
    const error = { message: `${name}: ${facts.reason} (${facts.exitCode})`, ...facts }
    reportCrash(dataDir, { process, error, version }, new Date())
  }
  app.on('render-process-gone', (_event, _contents, details) => report('window', 'renderer', details))
  // The built-in server is reported by who started it, with its last lines.
  app.on('child-process-gone', (_event, details) => {
    if (details.type !== 'Utility' || !details.name?.includes('服务器')) report('other', details.type, details)
  })
}

/** Errors in a row are told once. */
const TOLD_AGAIN_MS = 60_000

/** Without this Electron shows its English box and goes on. The report of the crash is written before. */
function explainUnexpectedErrors(): void {
  let toldAt = -Infinity
  process.on('uncaughtException', (error) => {
    // Nobody reads what the program prints.
    if ('code' in error && error.code === 'EPIPE') return
    if (performance.now() - toldAt < TOLD_AGAIN_MS) return
    toldAt = performance.now()
    dialog.showErrorBox(
      '站匠遇到了意外错误',
      `${error.message}\n\n已保存的内容不受影响，程序会继续运行。如果有功能不正常，请退出后重新打开；仍然如此时，请在“日志与诊断”中导出诊断包。`,
    )
  })
}
