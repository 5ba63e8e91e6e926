import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Commands } from './control.ts'
import type { SentMessage } from './window.ts'

const REGISTER = fileURLToPath(new URL('./register.ts', import.meta.url))

type Asked<N extends keyof Commands> = Awaited<ReturnType<Commands[N]>>

/** A built main process that runs under Node with the stand-in for Electron. */
export interface StandIn {
  ask<N extends keyof Commands>(name: N, ...args: Parameters<Commands[N]>): Promise<Asked<N>>
  /** Exit code, once it has ended. */
  readonly exited: Promise<number | null>
  /** Hears what main sends to pages from now on. */
  onSent(listener: (message: SentMessage) => void): void
  /** All that it printed. */
  output(): string
  kill(): Promise<void>
}

export interface LaunchOptions {
  /** Folder with package.json and out/, as app.getAppPath() answers it. */
  appPath: string
  dataDir: string
  env?: Record<string, string>
  /** Arguments of the program. */
  args?: readonly string[]
}

interface Message {
  id: number
  value: never
  error?: string
  sent?: SentMessage
}

/** Starts `<appPath>/out/main/index.js`. Resolves as soon as the process is up; its window may come later. */
export function launchStandIn({ appPath, dataDir, env, args = [] }: LaunchOptions): StandIn {
  const child = fork(`${appPath}/out/main/index.js`, [...args], {
    execArgv: ['--import', REGISTER],
    env: {
      ...process.env,
      STAND_IN_APP_PATH: appPath,
      STAND_IN_HOME: dataDir,
      SITECRAFT_DATA: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))

  let nextId = 0
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  const listeners: ((message: SentMessage) => void)[] = []
  child.on('message', ({ id, value, error, sent }: Message) => {
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
    exited,
    onSent: (listener) => void listeners.push(listener),
    output: () => printed,
    ask<N extends keyof Commands>(name: N, ...args: Parameters<Commands[N]>) {
      const id = nextId++
      return new Promise<Asked<N>>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        child.send({ id, name, args })
      })
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
