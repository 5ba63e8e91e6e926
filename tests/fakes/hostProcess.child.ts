import { setTimeout as sleep } from 'node:timers/promises'
import { createGrants } from '#services/grants/grants.ts'
import { createSyncService } from '#services/sync/index.ts'
import type { Remote, RemoteOutcome } from '#services/sync/remote/remote.ts'
import { AppError, fromWire, toWire, type WireError } from '#shared/errors/index.ts'
import { disorderlyWatch, IN_ORDER } from './disorderlyWatch.ts'
import { memoryLog } from './logger.ts'
import { FAST, fakeSessions } from './syncHarness.ts'
import type { FromHost, ToHost } from './hostProcess.ts'

// A sync service in a process of its own, to be killed at any moment: `hostProcess.child.ts ROOT DATA TIMING`. Its server is
// its parent, over messages.

const [root = '', dataDir = '', timing = '{}'] = process.argv.slice(2)
const send = (message: FromHost): void => void process.send?.(message)

let asked = 0
const waiting = new Map<number, { done: (value: unknown) => void; failed: (error: unknown) => void }>()
const ask = <T>(method: keyof Remote | 'readMany' | 'putMany' | 'removeMany', args: unknown[], signal?: AbortSignal) =>
  new Promise<T>((done, failed) => {
    const id = ++asked
    waiting.set(id, { done: done as (value: unknown) => void, failed })
    signal?.addEventListener('abort', () => failed(new DOMException('aborted', 'AbortError')), { once: true })
    send({ is: 'call', id, method, args })
  })
/** Outcomes carry errors, which lose their class on the way. */
const revived = (outcomes: RemoteOutcome[]): RemoteOutcome[] =>
  outcomes.map((outcome) =>
    outcome.is === 'error' ? { is: 'error', error: fromWire(outcome.error as unknown as WireError) } : outcome,
  )
const remote: Remote = {
  list: (signal) => ask('list', [], signal),
  changes: (since, signal) => ask('changes', [since], signal),
  read: (path, to, signal) => ask('read', [path, to], signal),
  put: (path, source, expected, signal) => ask('put', [path, source, expected], signal),
  removeFile: (path, expected, signal) => ask('removeFile', [path, expected], signal),
  removeFolder: (path, signal) => ask('removeFolder', [path], signal),
  makeFolder: (path, signal) => ask('makeFolder', [path], signal),
  wait: (version, signal) => ask('wait', [version], signal),
  batch: {
    limits: { paths: 100, bytes: 1024 * 1024, fileBytes: 64 * 1024 },
    copies: true,
    async readMany(files, onFile, signal) {
      for (const [path, content] of await ask<[string, Buffer | WireError][]>('readMany', [files], signal)) {
        await onFile(path, Buffer.isBuffer(content) ? content : fromWire(content))
      }
    },
    putMany: async (files, signal) => revived(await ask('putMany', [files], signal)),
    removeMany: async (paths, signal) => revived(await ask('removeMany', [paths], signal)),
  },
}

let clockShift = 0
let disorder = IN_ORDER
const grants = createGrants()
const service = createSyncService(
  {
    dataDir,
    grants,
    log: memoryLog(),
    sessions: fakeSessions(),
    emit: () => undefined,
    clock: { now: () => new Date(Date.now() + clockShift) },
    shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
  },
  {
    timing: { ...FAST, ...JSON.parse(timing) },
    watch: disorderlyWatch(() => disorder),
    connect: async () => remote,
    liveSites: async () => [],
    siteOf: async () => '',
    templates: async () => null,
  },
)

process.on('disconnect', () => process.exit())
process.on('message', (message: ToHost) => {
  if (message.is === 'clock') clockShift = message.shift
  else if (message.is === 'events') ({ disorder } = message)
  else if (message.is === 'answer') {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) call?.failed(fromWire(message.error))
    else call?.done(message.value)
  } else void answer(message)
})

async function answer({ id, handler, input }: Extract<ToHost, { is: 'handle' }>): Promise<void> {
  try {
    const given = handler === 'workspaces.plan' ? { ...input, grant: grants.issue(root) } : input
    const handle = service.handlers[handler] as (input: unknown) => Promise<unknown>
    send({ is: 'handled', id, value: await handle(given) })
  } catch (error) {
    send({ is: 'handled', id, error: toWire(error) })
  }
}

for (;;) {
  try {
    await service.start()
    break
  } catch (error) {
    // With a full disk not even the base can be opened; a person starts the program again.
    if (!(error instanceof Error) || error instanceof AppError) throw error
    await sleep(100)
  }
}
send({ is: 'ready' })
