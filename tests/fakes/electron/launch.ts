import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Commands } from './control.ts'
import { readTypings } from './typings.ts'
import type { SentMessage } from './window.ts'

const BOOT = fileURLToPath(new URL('./boot.ts', import.meta.url))

let typings = ''
/** Read once for all programs that this test process starts. */
function typingsFile(): string {
  if (typings) return typings
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-typings-'))
  // Read by programs of other users.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  typings = join(folder, 'electron.json')
  writeFileSync(typings, JSON.stringify(readTypings()))
  return typings
}

type Asked<N extends keyof Commands> = Awaited<ReturnType<Commands[N]>>

/** A built main process that runs under Node with the stand-in for Electron. */
export interface StandIn {
  readonly pid: number
  ask<N extends keyof Commands>(name: N, ...args: Parameters<Commands[N]>): Promise<Asked<N>>
  /** Exit code, once it has ended. */
  readonly exited: Promise<number | null>
  /** Hears what main sends to pages from now on. */
  onSent(listener: (message: SentMessage) => void): void
  /** All that it printed. */
  output(): string
  /** What it did that Electron would not have done, so far. */
  violations(): readonly string[]
  kill(): Promise<void>
}

export interface LaunchOptions {
  /** Folder with package.json and out/, as app.getAppPath() answers it. */
  appPath: string
  dataDir: string
  env?: Record<string, string>
  /** The system that the program believes to run on. */
  platform?: 'win32' | 'darwin' | 'linux' | undefined
  /** Arguments of the program. */
  args?: readonly string[]
  /** Number of the user (and group) that it runs as; only root can start it for another one. */
  user?: number | undefined
}

interface Message {
  id: number
  value: never
  error?: string
  sent?: SentMessage
  violation?: string
}

/** Starts the `main` of `<appPath>/package.json`. Resolves as soon as the process is up; its window may come later. */
export function launchStandIn({ appPath, dataDir, env, args = [], platform = 'linux', user }: LaunchOptions): StandIn {
  const child = fork(BOOT, [...args], {
    execArgv: [],
    env: {
      ...process.env,
      STAND_IN_TYPINGS: typingsFile(),
      STAND_IN_PLATFORM: platform,
      STAND_IN_APP_PATH: appPath,
      STAND_IN_HOME: dataDir,
      SITECRAFT_DATA: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))

  let nextId = 0
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  const listeners: ((message: SentMessage) => void)[] = []
  const violations: string[] = []
  child.on('message', ({ id, value, error, sent, violation }: Message) => {
    if (violation !== undefined) return void violations.push(violation)
    if (sent) return listeners.forEach((listener) => listener(sent))
    const waiting = pending.get(id)
    pending.delete(id)
    if (error === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(error))
  })
  void exited.then(() => {
    for (const { reject } of pending.values()) reject(new Error(`the main process ended\n${printed}`))
  })

  return {
    pid: child.pid ?? 0,
    exited,
    onSent: (listener) => void listeners.push(listener),
    output: () => printed,
    violations: () => violations,
    ask<N extends keyof Commands>(name: N, ...args: Parameters<Commands[N]>) {
      const id = nextId++
      return new Promise<Asked<N>>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        child.send({ id, name, args }, (error) => error && reject(error))
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
