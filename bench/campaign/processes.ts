import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { runServer, ServerProcess } from '#tests/integration/server/harness/process.ts'
import { startClusterFor } from './installation.ts'
import type { PartOptions } from './part.ts'

/** Maximum displayed characters of a log line. */
const MAX_LINE_CHARS = 2500

/** A server in its own process that can be killed and restarted on the same port. */
export class Installation {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly #cluster: Awaited<ReturnType<typeof startClusterFor>>
  readonly #env: Record<string, string>
  #server: ServerProcess | null = null
  readonly #unexpected = new Map<string, string>()
  #port = 0
  #token: string | null = null

  private constructor(
    dataDir: string,
    cluster: Awaited<ReturnType<typeof startClusterFor>>,
    databaseUrl: string | undefined,
    env: Record<string, string>,
  ) {
    this.dataDir = dataDir
    this.#cluster = cluster
    this.databaseUrl = databaseUrl
    this.#env = { ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  }

  /**
   * Starts an installation, with its own PostgreSQL if requested.
   * @param options environment, an existing data folder, and a disk for PostgreSQL's folder
   */
  static async start(
    { database }: Pick<PartOptions, 'database'>,
    options: { env?: Record<string, string>; dataDir?: string; disk?: string } = {},
  ): Promise<Installation> {
    const cluster = await startClusterFor(database, options.disk)
    const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'sitecraft-campaign-')))
    const installation = new Installation(dataDir, cluster, await cluster?.createDatabase(), options.env ?? {})
    await installation.startServer()
    await installation.signIn()
    return installation
  }

  /** Creates a session for the administrator. */
  async signIn(): Promise<void> {
    const { stdout } = await runServer(['token', '--data', this.dataDir, '--user', 'admin'], this.#env)
    this.#token = (await this.nobody().ok('account.autoLogin', { token: stdout.trim() })).token
  }

  async startServer(): Promise<void> {
    this.#server = new ServerProcess(['--port', String(this.#port), '--data', this.dataDir], this.#env)
    const { url } = await this.#server.listening()
    this.#port = Number(new URL(url).port)
  }

  nobody = (): TestClient => new TestClient(`http://127.0.0.1:${this.#port}/`)
  admin = (): TestClient => new TestClient(`http://127.0.0.1:${this.#port}/`, this.#token)

  get pid(): number {
    return this.#server?.child.pid ?? 0
  }

  async killServer(): Promise<void> {
    await this.#server?.kill('SIGKILL')
    for (const line of (this.#server?.stderr ?? '').split('\n')) {
      const message = line.startsWith('{"level":50') && /"err":\{.*?"message":"(.*?)"/.exec(line)?.[1]
      if (message) this.#unexpected.set(message, line)
    }
  }
  /** The errors in the logs of killed servers, one line per message. */
  unexpected = (): string[] => [...this.#unexpected.values()].map((line) => line.slice(0, MAX_LINE_CHARS))

  async killDatabase(): Promise<void> {
    await this.#cluster?.kill()
  }
  async startDatabase(): Promise<void> {
    await this.#cluster?.start()
  }
  /** Suspends, resumes or kills all processes of the database: children of a killed parent may survive. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    const root = this.#cluster?.pid() ?? 0
    if (root > 0) for (const pid of [root, ...childrenOf(root)]) sendSignal(pid, signal)
  }

  /** Runs `check` on the stopped installation; returns its faults. */
  async check(say: PartOptions['log']): Promise<string[]> {
    const { code, stdout, stderr } = await runServer(['check', '--files', '--data', this.dataDir], this.#env)
    say(stdout.trim())
    if (code === 0) return []
    const faults = stdout.split('\n').filter((line) => line.startsWith('问题'))
    return faults.length > 0 ? faults : [`check ended with ${code}: ${stderr.slice(-500)}`]
  }

  /** Ends all processes and removes the data. */
  async remove(): Promise<void> {
    await this.#server?.kill('SIGKILL')
    await this.#cluster?.stop()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/** Ignores a process that has just ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Child processes of a process (Linux). */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] === String(parent)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Resident memory of a process in MB; 0 if unknown. */
export function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
