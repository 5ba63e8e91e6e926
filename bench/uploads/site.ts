import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromWire } from '#shared/errors/index.ts'
import { type InputOf, type OperationName, operations, type OutputOf } from '#shared/contract/registry.ts'
import { composeHost } from '#services/compose.ts'
import { testPorts } from '#tests/fakes/ports.ts'
import { realLauncher, tokenOf } from '#tests/integration/host/builtin.ts'

/** The services in this process with the built-in server in a separate process. */
export interface Site {
  /** Temporary folder, also for the sent files. */
  folder: string
  baseUrl: string
  /** Session token for clients that call the server directly. */
  token: string
  serverPid: number
  /** Sends files with the upload engine and resolves when all are registered. */
  send(paths: readonly string[]): Promise<void>
  close(): Promise<void>
}

export async function startSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-bench-'))
  const dataDir = join(folder, 'data')
  const launcher = realLauncher()
  const host = await composeHost(testPorts({ launcher }), { dataDir, version: '0.0.0' })
  const call = async <N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> => {
    const result = await host.invoke(name, input)
    if (!result.ok) throw fromWire(result.error)
    return result.data as OutputOf<N>
  }
  await call('connections.use', { id: 'builtin' })
  const { port } = JSON.parse(await readFile(join(dataDir, 'backend.json'), 'utf8')) as { port: number }
  const baseUrl = `http://127.0.0.1:${port}/`
  return {
    folder,
    baseUrl,
    token: await signIn(baseUrl, await tokenOf(launcher, dataDir, 'admin')),
    serverPid: launcher.pids.at(-1) ?? 0,
    async send(paths) {
      const done = new Set<string>()
      /** Set when the files are queued; events of an earlier round may still arrive. */
      let taskIds: string[] | null = null
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const check = (): void => {
        if (taskIds?.every((id) => done.has(id))) resolve()
      }
      const stop = host.subscribe(({ event, payload }) => {
        if (event !== 'uploads.changed' || !('tasks' in payload)) return
        for (const { id, name, state } of payload.tasks) {
          if (state.step === 'failed') reject(new Error(`${name}: ${state.message}`))
          if (state.step === 'done') done.add(id)
        }
        check()
      })
      const { tasks, refused } = await call('uploads.add', {
        grants: paths.map((path) => host.grants.issue(path)),
        target: { to: 'library', kind: 'file' },
      })
      if (refused[0]) throw new Error(refused[0].message)
      taskIds = tasks.map(({ id }) => id)
      check()
      await promise.finally(stop)
      await call('uploads.clear', {})
    },
    async close() {
      await host.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The documented auto-login: a new session for a token created beside the server. */
async function signIn(baseUrl: string, token: string): Promise<string> {
  const answer = await fetch(baseUrl + operations['account.autoLogin'].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  const { data, msg } = (await answer.json()) as { data: OutputOf<'account.autoLogin'> | null; msg: string }
  if (!data) throw new Error(msg)
  return data.token
}
