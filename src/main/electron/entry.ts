// First: what is loaded after it fills the heap.
import '#services/youngHeap.ts'
import { app } from 'electron'
import { dataFolder } from '#services/dataDir.ts'
import { cacheCompiledCode } from '#services/compileCache.ts'

// Entry of the desktop program. Electron waits for it before it is ready, so what index.ts sets before that comes in time.
cacheCompiledCode(dataFolder(process.argv.slice(1), process.env, app.getPath('home')))
await import('./index.ts')
