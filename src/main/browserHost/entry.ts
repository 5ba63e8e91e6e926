// Must be first: the modules after it fill the heap.
import '#services/youngHeap.ts'
import { homedir } from 'node:os'
import { dataFolder } from '#services/dataDir.ts'
import { cacheCompiledCode } from '#services/compileCache.ts'

// Entry of the browser host's process.
cacheCompiledCode(dataFolder(process.argv.slice(2), process.env, homedir()))
await import('./index.ts')
