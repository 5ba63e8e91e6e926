// `npm run dist`: builds the program and packs installers. Arguments after `--` go to electron-builder.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fetchHint } from './build/fetchHint.ts'
import { packAll } from './build/packAll.ts'
import { signingArguments } from './release/signing.ts'
import { ROOT } from './start/root.ts'

/** Runs a program of node_modules to its end; returns its exit code and output. */
async function run(script: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'pipe'],
  })
  let output = ''
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      to.write(chunk)
    })
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)))
  return { code, output }
}

const built = await run('electron-vite/bin/electron-vite.js', ['build'])
let output = ''
const pack = async (args: readonly string[]): Promise<number> => {
  const packed = await run('electron-builder/cli.js', args)
  output += packed.output
  return packed.code
}
const args = [...signingArguments(process.platform, process.env), ...process.argv.slice(2)]
const code = built.code === 0 ? await packAll(ROOT, args, pack) : built.code
const hint = code === 0 ? '' : fetchHint(output)
if (hint) process.stderr.write(`\n${hint}\n`)
process.exitCode = code
