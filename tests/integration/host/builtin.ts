import { join, resolve } from 'node:path'
import { createChildLauncher } from '#hosts/browserHost/adapters/launcher.ts'
import type { BackendLauncher } from '#services/ports.ts'
import { ENTRIES } from '#tests/setup/entries.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Gives the seeded demo accounts a password, so that they may sign in. */
const DEMO_PASSWORD = '演示密码123456'

/** Runs the real built-in server, and remembers the processes it started. */
export function realLauncher(): BackendLauncher & { pids: number[] } {
  const inner = createChildLauncher(ENTRIES.server, resolve(ROOT, 'resources'))
  const pids: number[] = []
  return {
    pids,
    launch(args, env) {
      const process = inner.launch(args, { SITECRAFT_DEMO_PASSWORD: DEMO_PASSWORD, ...env })
      if (process.pid !== undefined && !args.includes('token')) pids.push(process.pid)
      return process
    },
  }
}

/** A token of the documented auto-login for one of the server's accounts, made as scripts do. */
export async function tokenOf(launcher: BackendLauncher, dataDir: string, user: string): Promise<string> {
  const made = launcher.launch(['token', '--data', join(dataDir, 'server'), '--user', user], {})
  let last = ''
  made.onLine((line) => {
    last = line.trim() || last
  })
  if ((await made.exited) !== 0) throw new Error(`no token for ${user}: ${last}`)
  return last
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
