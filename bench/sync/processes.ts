import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Workspace } from '#shared/contract/workspace.ts'
import { HOST_ENV } from '#scripts/start/hostEnv.ts'
import { builtHost } from './built.ts'

/** What a process has used and holds now. */
export interface Usage {
  /** Of a processor, ms, since it began. */
  cpu: number
  /** MB. */
  memory: number
}

/** Linux counts processor time in hundredths of a second. */
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
  /** A token for the documented auto-login. */
  loginToken(user: string): Promise<string>
  stop(): Promise<void>
}

/** As it is used: from its sources each thread first makes JavaScript of them. */
const ENTRY = resolve(import.meta.dirname, '../../out/main/server.js')
/** As `npm start` starts both. */
const env = { ...HOST_ENV, ...process.env }
const server = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [ENTRY, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env })

const linesOf = (child: ChildProcess) => createInterface(child.stdout ?? process.stdin)

/** The CMS server in a process of its own. */
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
    stop: () => ended(child),
  }
}

/** A host that syncs one folder. */
export interface Host {
  pid: number | undefined
  /** Resolves when it is in step with this many files; of a state that it told before it does not count. */
  inStep(files: number): Promise<void>
  syncNow(): Promise<void>
  /** What the heap of its main thread holds, MB. */
  heap(): Promise<number>
  stop(): Promise<void>
}

/** Resolves once the process has loaded its sources; the clock of its first job starts there. */
export async function startHost(args: readonly string[]): Promise<Host> {
  const child = fork(await builtHost(), args, { stdio: 'inherit', env })
  await once(child, 'message')
  let view: Workspace | null = null
  const heard = new Set<() => void>()
  child.on('message', (told: Workspace | { heap: number }) => {
    if ('heap' in told) return
    view = told
    for (const each of heard) each()
  })
  const until = (check: (now: Workspace) => boolean): Promise<void> =>
    new Promise((done, fail) => {
      const look = (): void => {
        if (!view) return
        if (view.state === 'halted' || view.state === 'failed') fail(new Error(view.message))
        if (!check(view)) return
        heard.delete(look)
        done()
      }
      heard.add(look)
      child.once('exit', () => fail(new Error('the host ended')))
      look()
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
        const heard = (told: Workspace | { heap: number }): void => {
          if (!('heap' in told)) return
          child.off('message', heard)
          done(told.heap)
        }
        child.on('message', heard)
        child.send('heap')
      }),
    stop: () => ended(child),
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill()
  await gone
}
