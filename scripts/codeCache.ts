// `codeCache DIR`: compiles the server's bundle in DIR, for the first start on each data folder
// (server/process/compileCache.ts). Part of the build.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { listCompiledModules } from '#server/process/compileCache.ts'

const bundle = process.argv[2]
if (!bundle) throw new Error('codeCache DIR')

/** Starts and stops the server once: Node then writes its compiled code. */
async function startOnce(dir: string, dataDir: string): Promise<void> {
  const isOutside = ([name]: [string, unknown]): boolean => !/^(SITECRAFT_|DATABASE_URL|NODE_)/.test(name)
  const server = spawn(
    process.execPath,
    [join(dir, 'server.js'), '--data', dataDir, '--port', '0', '--host', '127.0.0.1', '--parent-watch'],
    { env: Object.fromEntries(Object.entries(process.env).filter(isOutside)), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const ended = once(server, 'exit')
  for await (const line of createInterface(server.stdout)) if (line.startsWith('listening')) server.stdin.end()
  await ended
  if (server.exitCode !== 0) throw new Error(`the built server does not start: ${String(server.exitCode)}`)
}

const dataDir = mkdtempSync(join(tmpdir(), 'sitecraft-code-'))
try {
  rmSync(join(bundle, 'code-cache'), { recursive: true, force: true })
  await startOnce(bundle, dataDir)
  const cache = join(dataDir, 'code-cache')
  for (const name of readdirSync(cache))
    for (const { from, to } of listCompiledModules(bundle, join(cache, name))) {
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
    }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
