// Must be first: the modules after it fill the heap.
import '#services/youngHeap.ts'
import { app } from 'electron'
import { dataFolder } from '#services/dataDir.ts'
import { cacheCompiledCode } from '#services/compileCache.ts'
import { isCommandLine, runCommandLine } from './commandLine.ts'

// Entry of the desktop program. Electron waits for it before it becomes ready, so settings in index.ts take effect in
// time. An AppImage passes this switch first where the kernel allows no sandbox.
const given = process.argv.slice(app.isPackaged ? 1 : 2).filter((each) => each !== '--no-sandbox')
const dataDir = dataFolder(process.argv.slice(1), process.env, app.getPath('home'))
cacheCompiledCode(dataDir)
// A command ends the process before Electron opens a display, which build machines don't have.
if (isCommandLine(given)) await runCommandLine(given, dataDir)
else await import('./index.ts')
