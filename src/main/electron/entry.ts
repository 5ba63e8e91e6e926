// Must be first: the modules after it fill the heap.
import '#services/process/nurserySize.ts'
import { app } from 'electron'
import { resolveDataFolder } from '#services/dataFolder/dataDir.ts'
import { cacheCompiledCode } from '#services/process/compileCache.ts'
import { isCommand, runCommandLine } from './commandLine.ts'

// Entry of the desktop program. Electron waits for it before it becomes ready, so settings in index.ts take effect in
// time. An AppImage passes this switch first where the kernel allows no sandbox.
const given = process.argv.slice(app.isPackaged ? 1 : 2).filter((each) => each !== '--no-sandbox')
const dataDir = resolveDataFolder(process.argv.slice(1), process.env, app.getPath('home'))
cacheCompiledCode(dataDir)
// A command ends the process before Electron opens a display, which build machines don't have.
if (isCommand(given)) await runCommandLine(given, dataDir)
else await import('./index.ts')
