import { app, crashReporter, dialog } from 'electron'
import { mkdirSync } from 'node:fs'
import { dumpFolder, reportCrash, watchOwnCrashes } from '#services/diagnostics/crashes.ts'

/** Reasons that need no report. */
const EXPECTED_REASONS = new Set(['clean-exit', 'killed'])

/**
 * Stores dumps of Chromium's processes and reports of all crashes in the data folder; they are never sent. Call it
 * before `ready`.
 */
export function collectCrashes(dataDir: string): void {
  const version = app.getVersion()
  const dumps = dumpFolder(dataDir)
  mkdirSync(dumps, { recursive: true, mode: 0o700 })
  app.setPath('crashDumps', dumps)
  crashReporter.start({ uploadToServer: false, compress: false })
  watchOwnCrashes(dataDir, version)
  explainUnexpectedErrors()
  const report = (process: 'window' | 'other', name: string, facts: { reason: string; exitCode: number }): void => {
    if (EXPECTED_REASONS.has(facts.reason)) return
    const error = { message: `${name}: ${facts.reason} (${facts.exitCode})`, ...facts }
    reportCrash(dataDir, { process, error, version }, new Date())
  }
  app.on('render-process-gone', (_event, _contents, details) => report('window', 'renderer', details))
  // The built-in server's crashes are reported by its launcher with the last output lines.
  app.on('child-process-gone', (_event, details) => {
    if (details.type !== 'Utility' || !details.name?.includes('服务器')) report('other', details.type, details)
  })
}

/** ms. Errors within this time after a message are not shown again. */
const REPEAT_AFTER_MS = 60_000

/** Replaces Electron's English error box; the program continues. The crash report has been written before. */
function explainUnexpectedErrors(): void {
  let toldAt = -Infinity
  process.on('uncaughtException', (error) => {
    // The reader of this program's output has closed the pipe.
    if ('code' in error && error.code === 'EPIPE') return
    if (performance.now() - toldAt < REPEAT_AFTER_MS) return
    toldAt = performance.now()
    dialog.showErrorBox(
      '站匠遇到了意外错误',
      `${error.message}\n\n已保存的内容不受影响，程序会继续运行。如果功能异常，请退出后重新打开；如仍有问题，请在“日志与诊断”中导出诊断包。`,
    )
  })
}
