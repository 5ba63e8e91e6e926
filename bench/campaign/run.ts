import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Part } from './part.ts'

const USAGE = 'npm run campaign -- PART [--minutes N] [--seed N] [--database sqlite|postgres]; PART is one of'

/** Runs one part according to the command line and prints the results. Returns the exit code. */
export async function runPart(parts: Readonly<Record<string, Part>>, args: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const
  const options = { minutes: text, seed: text, database: text }
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [name = ''] = positionals
  const part = parts[name]
  const { minutes = '1', seed = String(Date.now() % 1_000_000), database = 'sqlite' } = values
  if (!part || (database !== 'sqlite' && database !== 'postgres') || !(Number(minutes) >= 0)) {
    console.error(`${USAGE} ${Object.keys(parts).join(', ')}`)
    return 2
  }
  console.log(`${name}: ${minutes} min, seed ${seed}, ${database}; ${machine()}`)
  const began = performance.now()
  const { figures, faults } = await part({
    minutes: Number(minutes),
    seed: Number(seed),
    database,
    log: (line) => console.log(`  ${line}`),
  })
  for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`)
  console.log(`${faults.length} faults in ${Math.round((performance.now() - began) / 1000)} s; ${machine()}`)
  for (const fault of faults) console.log(`FAULT ${fault}`)
  return faults.length === 0 ? 0 : 1
}

const machine = (): string =>
  `${availableParallelism()} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, load ${loadavg()[0]?.toFixed(1)}, ${new Date().toISOString().slice(0, 16)}`
