import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The build under test; SITECRAFT_BUILD names the folder of another one. */
export const BUILD = process.env.SITECRAFT_BUILD ?? join(import.meta.dirname, '../..')
const START_TIMEOUT = 30_000

/** Passwords of the seeded accounts in these tests: admin, and editor, designer, guest. */
export const PASSWORDS = { admin: 'admin-pass', demo: 'demo-pass' } as const

/** A temporary folder that `remove()` takes away. */
export const tempFolder = (name: string): string => mkdtempSync(join(tmpdir(), `sitecraft-e2e-${name}-`))
export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

/** Starts a built entry and resolves with the match of the first line that has one. Its last words are in the error. */
async function startProcess(args: string[], line: RegExp, env: Record<string, string>) {
  const { DBUS_SESSION_BUS_ADDRESS: _none, ...inherited } = process.env
  const child = spawn(process.execPath, args, {
    cwd: BUILD,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  })
  const said: string[] = []
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const fail = (): void => reject(new Error(`${args[0]} did not start:\n${said.join('\n')}`))
    const timer = setTimeout(fail, START_TIMEOUT)
    child.once('exit', fail)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        said.push(text)
        const found = line.exec(text)
        if (!found) return
        clearTimeout(timer)
        child.off('exit', fail)
        resolve(found)
      })
    }
  })
  return { child, match, said }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

export interface RunningApp {
  readonly dataDir: string
  /** Opens the page once. */
  readonly launchAddress: string
  /** Everything it printed so far. */
  readonly said: readonly string[]
  /** Base URL of the built-in server; throws before it was started. */
  serverUrl(): string
  /** SIGKILL for the built-in server alone; the host starts it again. */
  killServer(): void
  /** SIGKILL for the host and its server at once. */
  killAll(): Promise<void>
  stop(): Promise<void>
}

/** The browser host as a person starts it, on a data folder of its own. @param more arguments of the program */
export async function startApp(
  dataDir: string,
  env: Record<string, string> = {},
  more: readonly string[] = [],
): Promise<RunningApp> {
  const settings = {
    SITECRAFT_ADMIN_PASSWORD: PASSWORDS.admin,
    SITECRAFT_DEMO_PASSWORD: PASSWORDS.demo,
    // Mail servers and receivers of tests are on this machine.
    SITECRAFT_OUTGOING_ALLOW: '127.0.0.0/8',
  }
  const args = [join(BUILD, 'out/main/browserHost.js'), '--data', dataDir, '--port', '0', ...more]
  const { child, match, said } = await startProcess(args, /(http:\/\/127\.0\.0\.1:\d+\/\?launch=\S+)/, {
    ...settings,
    ...env,
  })
  const record = (): { port: number; pid: number } => JSON.parse(readFileSync(join(dataDir, 'backend.json'), 'utf8'))
  const killServer = (): void =>
    void (existsSync(join(dataDir, 'backend.json')) && process.kill(record().pid, 'SIGKILL'))
  return {
    dataDir,
    said,
    launchAddress: match[1] ?? '',
    serverUrl: () => `http://127.0.0.1:${record().port}/`,
    killServer,
    async killAll() {
      killServer()
      await end(child, 'SIGKILL')
    },
    stop: () => end(child, 'SIGTERM'),
  }
}

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  stop(): Promise<void>
  kill(): Promise<void>
}

/** The CMS server alone, as teams run it. */
export async function startServer(dataDir: string, port = 0): Promise<RunningServer> {
  const { child, match } = await startProcess(
    [join(BUILD, 'out/main/server.js'), '--data', dataDir, '--port', String(port)],
    /listening on (http:\/\/\S+)/,
    {
      SITECRAFT_ADMIN_PASSWORD: PASSWORDS.admin,
      SITECRAFT_DEMO_PASSWORD: PASSWORDS.demo,
      SITECRAFT_RESOURCES: join(BUILD, 'resources'),
    },
  )
  return {
    dataDir,
    url: `${(match[1] ?? '').replace(/\/$/, '')}/`,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}
