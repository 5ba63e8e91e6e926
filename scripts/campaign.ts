// `npm run campaign -- PART [--minutes N] [--seed N] [--database sqlite|postgres]`: runs load and faults on a temporary
// installation and checks its data afterwards (docs/reliability.md). It starts its own PostgreSQL (POSTGRES_BIN: folder
// of its programs). Exit code 1: faults were found.
import { PARTS } from '../bench/campaign/index.ts'
import { runPart } from '../bench/campaign/run.ts'

process.exitCode = await runPart(PARTS, process.argv.slice(2))
