import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync } from 'node:fs'
import { watchAsElsewhere } from './recursiveWatch.ts'
import { noteViolation, platform } from './strict.ts'

// `node boot.ts ARGS`: Electron's own part of the start. It prepares the process, runs the program's entry, and is ready after it.

const appPath = process.env['STAND_IN_APP_PATH'] ?? ''
const isPackaged = process.env['STAND_IN_PACKAGED'] === '1'
process.argv = [process.execPath, ...(isPackaged ? [] : [appPath]), ...process.argv.slice(2)]
delete process.env['NODE_OPTIONS']
delete process.env['NODE_EXTRA_CA_CERTS']
Object.assign(process, { resourcesPath: process.env['STAND_IN_RESOURCES'] ?? '', type: 'browser' })
if (platform !== process.platform && platform !== 'linux') watchAsElsewhere()
Object.defineProperty(process, 'platform', { value: platform })

const standIn = new URL('./module.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})

// Electron's English box, after which the program goes on.
process.on('uncaughtException', (error) => {
  if (process.listenerCount('uncaughtException') === 1) {
    console.error(error)
    noteViolation(`A JavaScript error occurred in the main process: ${error.message}`)
  }
})
process.on('unhandledRejection', (reason) => {
  console.error(reason)
  noteViolation(`an unhandled rejection in the main process: ${String(reason)}`)
})
// The test that started it is gone.
process.on('disconnect', () => process.exit(1))
/** It lives until it is quit. */
setInterval(() => undefined, 60_000)

const { main } = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as { main: string }
const { rawApp } = await import('./app.ts')
// Electron ends as by quit() when it is asked to by the system.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => rawApp.quit())
await import('./module.ts')
await import(pathToFileURL(join(appPath, main)).href)
// The entry has run to its end (node_bindings.cc, JoinAppCode) before the display is opened.
if (process.env['STAND_IN_DISPLAY'] === 'none') {
  console.error('Missing X server or $DISPLAY\nThe platform failed to initialize.  Exiting.')
  process.exit(1)
}
await rawApp.becomeReady()
