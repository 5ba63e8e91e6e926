import { utilityProcess } from 'electron'
import { createInterface } from 'node:readline'
import type { BackendLauncher } from '#services/ports.ts'
import { type FromServer, STOP } from '#shared/contract/serverProcess.ts'

/** How long a server may take to finish its work before it is killed, ms. */
const STOP_MS = 10_000

/**
 * Runs the built-in server in a utility process, so that slow SQL never blocks a window.
 * @param entry absolute path of the built server
 * @param resources absolute path of the product's own files
 */
export function createLauncher({ entry, resources }: { entry: string; resources: string }): BackendLauncher {
  return {
    launch(args, env) {
      const child = utilityProcess.fork(entry, [...args], {
        stdio: 'pipe',
        env: { ...process.env, SITECRAFT_RESOURCES: resources, ...env },
        serviceName: '站匠服务器',
      })
      const listeners = new Set<(line: string) => void>()
      const say = (line: string): void => listeners.forEach((listener) => listener(line))
      // Its log. The lines that matter come as messages: an exit cuts the streams off.
      for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', say)
      let code: number | null = null
      child.on('message', (message: FromServer) => {
        if ('line' in message) return say(message.line)
        code = message.ended
        // A utility process doesn't end by itself.
        child.kill()
      })
      const exited = new Promise<number | null>((resolve) => {
        child.once('exit', (exitCode) => resolve(code ?? exitCode))
      })
      return {
        // The process has no id before it has started.
        get pid() {
          return child.pid
        },
        exited,
        onLine: (listener) => void listeners.add(listener),
        stop() {
          child.postMessage(STOP)
          const killer = setTimeout(() => child.kill(), STOP_MS)
          void exited.then(() => clearTimeout(killer))
        },
      }
    },
  }
}
