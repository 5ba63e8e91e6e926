// First: what is loaded after it fills the heap.
import '#services/youngHeap.ts'
import { app } from 'electron'
import { dataFolder } from '#services/dataDir.ts'
import { cacheCompiledCode } from '#services/compileCache.ts'
import { isCommandLine, runCommandLine } from './commandLine.ts'

// Entry of the desktop program. Electron waits for it before it is ready, so what index.ts sets before that comes in time.
// An AppImage puts this switch first where the kernel allows no sandbox.
const given = process.argv.slice(app.isPackaged ? 1 : 2).filter((each) => each !== '--no-sandbox')
const dataDir = dataFolder(process.argv.slice(1), process.env, app.getPath('home'))
cacheCompiledCode(dataDir)
// A command has ended the process before Electron opens a display, which a machine for builds has none of.
if (isCommandLine(given)) await runCommandLine(given, dataDir)
else await import('./index.ts')
