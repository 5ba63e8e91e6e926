// `npm run typecheck`: checks every layer with its own libraries and types, two at a time; unchanged files are not checked again.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './lib/run.ts'
import { ROOT } from './start/root.ts'

const pending = readdirSync(join(ROOT, 'tsconfig'))
  .filter((name) => name.endsWith('.json'))
  .sort()
const failed: string[] = []

async function work(): Promise<void> {
  for (let name = pending.shift(); name; name = pending.shift()) {
    const layer = name.slice(0, -'.json'.length)
    const state = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/typecheck/${layer}.tsbuildinfo`]
    // One thread each: several threads would check shared types repeatedly, for twice the work.
    const ran = await run('tsc', ['-p', `tsconfig/${name}`, '--pretty', 'false', '--checkers', '1', ...state])
    console.log(`${layer.padEnd(10)} ${ran.code === 0 ? 'ok' : 'failed'}  ${ran.seconds.toFixed(1)} s`)
    if (ran.code !== 0) failed.push(layer)
    if (ran.code !== 0) console.log(ran.output.trim())
  }
}

await Promise.all([work(), work()])
console.log(failed.length ? `typecheck failed: ${failed.join(', ')}` : 'typecheck passed')
process.exitCode = failed.length ? 1 : 0
