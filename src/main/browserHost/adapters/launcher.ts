import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { BackendLauncher } from '#services/ports.ts'

/** ms. A server that takes longer to close its database is killed. */
const STOP_TIMEOUT_MS = 8000

/**
 * Starts the server entry as a child process with this Node. With `--parent-watch` the child ends when its stdin
 * closes, so it never outlives a killed host.
 * @param resources folder of the product's own files, which a bundled server can't find by itself
 */
export const createChildLauncher = (serverEntry: string, resources: string): BackendLauncher => ({
  launch(args, env) {
    const serves = !args.includes('token')
    const child = spawn(process.execPath, [serverEntry, ...args, ...(serves ? ['--parent-watch'] : [])], {
      env: { ...process.env, SITECRAFT_RESOURCES: resources, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const listeners = new Set<(line: string) => void>()
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        for (const listener of listeners) listener(line)
      })
    }
    const exited = new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null))
      // `close` comes after the last line of output, `exit` may come before it.
      child.once('close', (code) => resolve(code))
    })
    child.stdin.on('error', () => undefined)
    return {
      pid: child.pid,
      exited,
      onLine: (listener) => void listeners.add(listener),
      stop() {
        // Closing stdin ends the child on every system; Windows has no SIGTERM and would kill it.
        child.stdin.end()
        if (process.platform !== 'win32') child.kill('SIGTERM')
        const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
        void exited.then(() => clearTimeout(killer))
      },
    }
  },
})
