import { createServer } from 'node:net'
import { AppError } from '#shared/errors/index.ts'
import type { BackendLauncher, BackendProcess } from '../ports.ts'
import type { Logger } from '../types.ts'

/** ms. The first start applies migrations and writes the seed data. */
const START_TIMEOUT = 60_000
/** Number of output lines that are kept. */
const MAX_TAIL_LINES = 60
const LISTENING = /listening on (http:\/\/\S+)/

/**
 * Starts the server on its data folder and resolves once it listens. `print` receives the lines meant for a person (the
 * administrator's first password). Throws `unavailable` with the server's last output line.
 */
export async function launchServer(options: {
  launcher: BackendLauncher
  dataDir: string
  /** The port of the last run; another one is used if it is occupied. */
  port: number
  environment: Readonly<Record<string, string>>
  print: (line: string) => void
  /** Receives the server's own warnings and errors, which are not stored elsewhere. */
  log: Logger
  /** Ends the server, even during its start. */
  signal: AbortSignal
}): Promise<{ process: BackendProcess; url: URL; tail: readonly string[] }> {
  const port = options.port > 0 && (await isFree(options.port)) ? options.port : 0
  options.signal.throwIfAborted()
  const args = ['--host', '127.0.0.1', '--port', String(port), '--data', options.dataDir]
  const process = options.launcher.launch(args, options.environment)
  const stop = (): void => process.stop()
  options.signal.addEventListener('abort', stop)
  const { promise, resolve, reject } = Promise.withResolvers<URL>()
  let lastLine = ''
  /** Last output lines, for a crash report. */
  const tail: string[] = []
  process.onLine((line) => {
    tail.push(line.slice(0, 2000))
    if (tail.length > MAX_TAIL_LINES) tail.shift()
    const url = LISTENING.exec(line)?.[1]
    if (url) return resolve(new URL(url))
    if (!line.trim()) return
    if (line.startsWith('{')) return logWarning(line, options.log)
    lastLine = line.trim()
    options.print(line)
  })
  const timer = setTimeout(() => {
    stop()
    reject(startFailedError('启动超时'))
  }, START_TIMEOUT)
  void process.exited.then((code) => {
    options.signal.removeEventListener('abort', stop)
    reject(startFailedError(lastLine || `退出代码 ${code ?? '未知'}`))
  })
  try {
    return { process, url: await promise, tail }
  } finally {
    clearTimeout(timer)
  }
}

/** pino's log levels. */
const WARN = 40
const ERROR = 50

function logWarning(line: string, log: Logger): void {
  const entry = parseLogEntry(line)
  if (entry === null || typeof entry.level !== 'number' || entry.level < WARN) return
  const { level, msg, time: _time, pid: _pid, hostname: _host, ...facts } = entry
  log[level >= ERROR ? 'error' : 'warn'](`server: ${typeof msg === 'string' ? msg : ''}`, facts)
}

function parseLogEntry(line: string): Record<string, unknown> | null {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** ms. Timeout of a command: opening the data may wait for another process. */
const COMMAND_TIMEOUT = 30_000

/** Runs a command of the server entry and resolves with its last output line. Throws `unavailable` with that line. */
export async function runCommand(launcher: BackendLauncher, args: readonly string[]): Promise<string> {
  const process = launcher.launch(args, {})
  const lines: string[] = []
  process.onLine((line) => {
    if (line.trim()) lines.push(line.trim())
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.stop()
  }, COMMAND_TIMEOUT)
  const code = await process.exited
  clearTimeout(timer)
  const last = lines.at(-1) ?? ''
  if (isLate) throw startFailedError(last ? `30 秒内未完成，最后的输出是：${last}` : '30 秒内未完成')
  if (code !== 0 || !last) throw startFailedError(last || `退出代码 ${code ?? '未知'}`)
  return last
}

const startFailedError = (why: string): AppError => new AppError('unavailable', `内置服务器启动失败：${why}`)

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
