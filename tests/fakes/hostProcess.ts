import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError, fromWire, toWire, type WireError } from '#shared/errors/index.ts'
import type { Timing } from '#services/sync/engine/timing.ts'
import type { Remote, RemoteOutcome } from '#services/sync/remote/remote.ts'
import type { Disorder } from './disorderlyWatch.ts'

type Handlers = HostHandlers<'workspaces'>
export type ToHost =
  | { is: 'handle'; id: number; handler: keyof Handlers; input: Record<string, unknown> }
  | { is: 'answer'; id: number; value?: unknown; error?: WireError }
  | { is: 'clock'; shift: number }
  | { is: 'events'; disorder: Disorder }
export type FromHost =
  | { is: 'call'; id: number; method: string; args: unknown[] }
  | { is: 'handled'; id: number; value?: unknown; error?: WireError }
  | { is: 'ready' }

/** A sync service in a process of its own, with a server in this one. */
export interface HostProcess {
  handlers: Handlers
  setClock(shift: number): void
  setDisorder(disorder: Disorder): void
  /** Calls of the host to its server so far. */
  calls(): number
  /** kill -9, and nothing before it. */
  kill(): Promise<void>
}

const CHILD = join(import.meta.dirname, 'hostProcess.child.ts')

/** @param root, dataDir the workspace's folder and the host's data, as an earlier process left them */
export async function startHost(
  remote: Remote,
  { root, dataDir, timing }: { root: string; dataDir: string; timing: Partial<Timing> },
): Promise<HostProcess> {
  const child = fork(CHILD, [root, dataDir, JSON.stringify(timing)], { serialization: 'advanced' })
  const ended = once(child, 'exit')
  const over = new AbortController()
  void ended.then(() => over.abort())
  const send = (message: ToHost): void => void (child.connected && child.send(message, () => undefined))
  const handled = new Map<number, (answer: Extract<FromHost, { is: 'handled' }>) => void>()
  let asked = 0
  let calls = 0
  const ready = new Promise<void>((done, failed) => {
    child.on('message', (message: FromHost) => {
      if (message.is === 'ready') done()
      else if (message.is === 'handled') handled.get(message.id)?.(message)
      else {
        if (message.method !== 'wait') calls += 1
        void serve(remote, message.method, message.args, over.signal).then(
          (value) => send({ is: 'answer', id: message.id, value }),
          (error: unknown) => send({ is: 'answer', id: message.id, error: toWire(error) }),
        )
      }
    })
    void ended.then(() => failed(new Error('the host ended before it was ready')))
  })
  const call = async (handler: keyof Handlers, input: Record<string, unknown>): Promise<unknown> => {
    const id = ++asked
    const answered = new Promise<Extract<FromHost, { is: 'handled' }>>((done) => handled.set(id, done))
    send({ is: 'handle', id, handler, input })
    const answer = await Promise.race([answered, ended.then(() => null)])
    handled.delete(id)
    if (!answer) throw new AppError('cancelled', 'the host has been killed')
    if (answer.error) throw fromWire(answer.error)
    return answer.value
  }
  await ready
  // Every handler takes its input and answers; which one is said by its name.
  const handlers = new Proxy({} as Handlers, {
    get: (_none, name) => (input: Record<string, unknown>) => call(name as keyof Handlers, input),
  })
  return {
    handlers,
    setClock: (shift) => send({ is: 'clock', shift }),
    setDisorder: (disorder) => send({ is: 'events', disorder }),
    calls: () => calls,
    kill: () => killed(child, ended),
  }
}

async function killed(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Lets the server answer a call of the host. */
async function serve(remote: Remote, method: string, args: unknown[], signal: AbortSignal): Promise<unknown> {
  const { batch } = remote
  if (!batch) throw new AppError('internal', 'this server takes batches')
  if (method === 'readMany') {
    const found: [string, Buffer | WireError][] = []
    const onFile = (path: string, content: Buffer | AppError): void =>
      void found.push([path, content instanceof AppError ? toWire(content) : content])
    await batch.readMany(args[0] as Parameters<typeof batch.readMany>[0], onFile, signal)
    return found
  }
  if (method === 'putMany' || method === 'removeMany') {
    const work = batch[method] as (items: unknown, signal: AbortSignal) => Promise<RemoteOutcome[]>
    const outcomes = await work(args[0], signal)
    return outcomes.map((outcome) => (outcome.is === 'error' ? { is: 'error', error: toWire(outcome.error) } : outcome))
  }
  const work = remote[method as 'list'] as (...given: unknown[]) => Promise<unknown>
  return work(...args, signal)
}
