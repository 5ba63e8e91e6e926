// Must be first: the modules after it fill the heap.
import '#services/process/nurserySize.ts'
import { homedir } from 'node:os'
import { resolveDataFolder } from '#services/dataFolder/dataDir.ts'
import { cacheCompiledCode } from '#services/process/compileCache.ts'

// Entry of the browser host's process.
cacheCompiledCode(resolveDataFolder(process.argv.slice(2), process.env, homedir()))
await import('./index.ts')
