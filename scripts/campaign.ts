// `npm run campaign -- PART [--minutes N] [--seed N] [--database sqlite|postgres]`: load and faults on installations of their own,
// which are checked afterwards (docs/reliability.md). PostgreSQL is started for it (POSTGRES_BIN: where it lies). Exit code 1:
// faults were found.
import { PARTS } from '../bench/campaign/index.ts'
import { runPart } from '../bench/campaign/run.ts'

process.exitCode = await runPart(PARTS, process.argv.slice(2))
