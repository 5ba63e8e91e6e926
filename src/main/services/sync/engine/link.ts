import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient, Sessions } from '#services/types.ts'
import type { ConnectRemote } from '../remote/choose.ts'
import type { Remote } from '../remote/port.ts'
import type { WorkspaceRecord } from '../workspaces/records.ts'
import type { Timing } from './timing.ts'
import type { Trigger } from './trigger.ts'

export interface LinkDeps {
  record: WorkspaceRecord
  temp: string
  sessions: Sessions
  timing: Timing
  connect: ConnectRemote
  trigger: Trigger
}

/** A workspace's way to its template: exists while its connection is signed in. */
export interface Link {
  /** null while the connection has no session. Throws when the server can't be asked what it is. */
  remote(signal: AbortSignal): Promise<Remote | null>
  /** Waits in the background until the server has something newer than `version`, then fires the trigger. */
  listen(version: number): void
  /** The server refused the session. */
  expire(): void
  stopListening(): void
  close(): void
}

export function createLink({ record, temp, sessions, timing, connect, trigger }: LinkDeps): Link {
  let current: { client: ApiClient; remote: Remote } | null = null
  let listening: AbortController | null = null
  const stopListening = (): void => {
    listening?.abort()
    listening = null
  }
  const unsubscribe = sessions.onChange(() => trigger.fire())
  return {
    async remote(signal) {
      const client = sessions.clientFor(record.connectionId)
      if (!client) {
        stopListening()
        current = null
        return null
      }
      if (current?.client !== client) {
        stopListening()
        current = {
          client,
          remote: await connect({ client, folder: record.folder, temp, pollMs: timing.poll }, signal),
        }
      }
      return current.remote
    },
    listen(version) {
      if (listening || !current) return
      const controller = new AbortController()
      listening = controller
      void waitOnce(current.remote, version, timing, controller.signal).finally(() => {
        if (listening === controller) listening = null
        if (!controller.signal.aborted) trigger.fire()
      })
    },
    expire: () => sessions.expire(record.connectionId),
    stopListening,
    close() {
      stopListening()
      unsubscribe()
    },
  }
}

/** Ends quietly: the cycle that follows finds out what is wrong with the server. */
async function waitOnce(remote: Remote, version: number, timing: Timing, signal: AbortSignal): Promise<void> {
  try {
    await remote.wait(version, signal)
  } catch {
    await sleep(timing.retryFirst, undefined, { signal }).catch(() => undefined)
  }
}
