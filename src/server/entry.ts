import { nodeRefusal } from './process/nodeVersion.ts'

// Entry of the built server. Everything else is imported dynamically: an old Node would fail on the imports before it
// runs a line.
const refusal = nodeRefusal(process.versions.node)
if (refusal) {
  process.stderr.write(`${refusal}\n`)
  process.exitCode = 1
} else await import('./start.ts')
