import { utilityProcess } from 'electron'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { BackendLauncher } from '#services/ports.ts'

const LAST_LINES_MS = 500

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
      const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
      const ended = Promise.all(streams.map((stream) => once(stream, 'close').catch(() => undefined)))
      // Its last lines may arrive after the exit, but a stream that never closes must not hide that exit.
      const exited = new Promise<number | null>((resolve) => {
        child.once('exit', (code) => void Promise.race([ended, delay(LAST_LINES_MS)]).then(() => resolve(code)))
      })
      return {
        // The process has no id before it has started.
        get pid() {
          return child.pid
        },
        exited,
        onLine(listener) {
          for (const input of streams) createInterface({ input }).on('line', listener)
        },
        stop() {
          child.kill()
        },
      }
    },
  }
}
