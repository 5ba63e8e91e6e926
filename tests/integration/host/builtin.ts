import { resolve } from 'node:path'
import { childLauncher } from '#hosts/browserHost/adapters/launcher.ts'
import type { BackendLauncher } from '#services/ports.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Runs the real built-in server from its source, and remembers the processes it started. */
export function realLauncher(): BackendLauncher & { pids: number[] } {
  const inner = childLauncher(resolve(ROOT, 'src/server/start.ts'), resolve(ROOT, 'resources'))
  const pids: number[] = []
  return {
    pids,
    launch(args, env) {
      const process = inner.launch(args, env)
      if (process.pid !== undefined && !args.includes('token')) pids.push(process.pid)
      return process
    },
  }
}

/** Is there still a process of that id? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
