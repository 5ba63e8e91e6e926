import { nodeRefusal } from './process/nodeVersion.ts'

// Entry of the built server. The rest is loaded afterwards only: an old Node fails on its imports before it runs a line.
const refusal = nodeRefusal(process.versions.node)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
} else await import('./start.ts')
