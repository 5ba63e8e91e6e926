import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Workspace } from '#shared/contract/workspace.ts'
import { HOST_ENV } from '#scripts/start/hostEnv.ts'
import { builtHost } from './built.ts'

/** CPU use of a process since its start, and its memory. */
export interface Usage {
  /** CPU time since the start, ms. */
  cpu: number
  /** MB. */
  memory: number
}

/** Duration of a clock tick, ms: Linux counts CPU time in hundredths of a second. */
const TICK = 10

export async function usageOf(pid: number | undefined): Promise<Usage> {
  const [stat, status] = await Promise.all(['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')))
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) * TICK,
    memory: Number(/VmRSS:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) / 1024,
  }
}

export interface Server {
  url: string
  pid: number | undefined
  /** Creates a token for the documented auto-login. */
  loginToken(user: string): Promise<string>
  stop(): Promise<void>
}

/** The built server, as in production: from TypeScript sources each thread would first compile them. */
const ENTRY = resolve(import.meta.dirname, '../../out/main/server.js')
/** The environment of `npm start` for both. */
const env = { ...HOST_ENV, ...process.env }
const server = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })

const linesOf = (child: ChildProcess) => createInterface(child.stdout ?? process.stdin)

/** Starts the CMS server in its own process. */
export async function startServer(dataDir: string): Promise<Server> {
  const child = server(['--data', dataDir, '--port', '0'])
  const url = await new Promise<string>((done, fail) => {
    linesOf(child).on('line', (line) => {
      const match = /^listening on (http:\S+)$/.exec(line)
      if (match?.[1]) done(`${match[1].replace(/\/$/, '')}/`)
    })
    child.once('exit', () => fail(new Error('the server ended')))
  })
  return {
    url,
    pid: child.pid,
    loginToken: (user) =>
      new Promise((done) => linesOf(server(['token', '--data', dataDir, '--user', user])).once('line', done)),
    stop: () => stopProcess(child),
  }
}

/** A host process that syncs one folder. */
export interface Host {
  pid: number | undefined
  /** Resolves when the host is in sync with this number of files, according to its latest state. */
  inStep(files: number): Promise<void>
  syncNow(): Promise<void>
  /** Heap size of its main thread, MB. */
  heap(): Promise<number>
  stop(): Promise<void>
}

/** Starts a host; resolves when it has loaded its sources, which is the start of its first job. */
export async function startHost(args: readonly string[]): Promise<Host> {
  const child = fork(await builtHost(), args, { stdio: 'inherit', env })
  await once(child, 'message')
  let view: Workspace | null = null
  const listeners = new Set<() => void>()
  child.on('message', (message: Workspace | { heap: number }) => {
    if ('heap' in message) return
    view = message
    for (const each of listeners) each()
  })
  const until = (check: (now: Workspace) => boolean): Promise<void> =>
    new Promise((done, fail) => {
      const evaluate = (): void => {
        if (!view) return
        if (view.state === 'halted' || view.state === 'failed') fail(new Error(view.message))
        if (!check(view)) return
        listeners.delete(evaluate)
        done()
      }
      listeners.add(evaluate)
      child.once('exit', () => fail(new Error('the host ended')))
      evaluate()
    })
  child.send('begin')
  return {
    pid: child.pid,
    inStep: (files) => until((now) => now.state === 'idle' && now.waiting === 0 && now.files === files),
    async syncNow() {
      const before = view?.lastSync
      child.send('sync')
      await until((now) => now.state === 'idle' && now.waiting === 0 && now.lastSync !== before)
    },
    heap: () =>
      new Promise((done) => {
        const onMessage = (message: Workspace | { heap: number }): void => {
          if (!('heap' in message)) return
          child.off('message', onMessage)
          done(message.heap)
        }
        child.on('message', onMessage)
        child.send('heap')
      }),
    stop: () => stopProcess(child),
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill()
  await gone
}
