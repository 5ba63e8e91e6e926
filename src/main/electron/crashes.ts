import { app, crashReporter } from 'electron'
import { dumpFolder, reportCrash, watchOwnCrashes } from '#services/diagnostics/crashes.ts'

/** Ends that nobody needs a report of. */
const EXPECTED = new Set(['clean-exit', 'killed'])

/** Dumps of Chromium's processes and reports of all that crashes lie in the data folder, and are never sent. Before `ready`. */
export function collectCrashes(dataDir: string): void {
  const version = app.getVersion()
  app.setPath('crashDumps', dumpFolder(dataDir))
  crashReporter.start({ uploadToServer: false, compress: false })
  watchOwnCrashes(dataDir, version)
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
