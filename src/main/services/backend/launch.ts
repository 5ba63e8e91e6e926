import { createServer } from 'node:net'
import { AppError } from '#shared/errors/index.ts'
import type { BackendLauncher, BackendProcess } from '../ports.ts'

/** The first start applies migrations and writes the seed. */
const START_TIMEOUT = 60_000
const LISTENING = /listening on (http:\/\/\S+)/

/**
 * Starts the server on its data folder and resolves once it listens. `print` gets the lines meant for a person (the
 * administrator's first password). Throws `unavailable` with the server's last words.
 */
export async function launchServer(options: {
  launcher: BackendLauncher
  dataDir: string
  /** The port of the last run; another one is taken when it is in use. */
  port: number
  print: (line: string) => void
  /** Ends the server, also while it starts. */
  signal: AbortSignal
}): Promise<{ process: BackendProcess; url: URL }> {
  const port = options.port > 0 && (await isFree(options.port)) ? options.port : 0
  options.signal.throwIfAborted()
  const args = ['--host', '127.0.0.1', '--port', String(port), '--data', options.dataDir]
  const process = options.launcher.launch(args, {})
  const stop = (): void => process.stop()
  options.signal.addEventListener('abort', stop)
  const { promise, resolve, reject } = Promise.withResolvers<URL>()
  let lastLine = ''
  process.onLine((line) => {
    const url = LISTENING.exec(line)?.[1]
    if (url) return resolve(new URL(url))
    if (!line.trim() || line.startsWith('{')) return
    lastLine = line.trim()
    options.print(line)
  })
  const timer = setTimeout(() => {
    stop()
    reject(failed('启动超时'))
  }, START_TIMEOUT)
  void process.exited.then((code) => {
    options.signal.removeEventListener('abort', stop)
    reject(failed(lastLine || `退出代码 ${code ?? '未知'}`))
  })
  try {
    return { process, url: await promise }
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a command of the server entry and resolves with its last line. */
export async function runCommand(launcher: BackendLauncher, args: readonly string[]): Promise<string> {
  const process = launcher.launch(args, {})
  const lines: string[] = []
  process.onLine((line) => {
    if (line.trim()) lines.push(line.trim())
  })
  const code = await process.exited
  const last = lines.at(-1) ?? ''
  if (code !== 0 || !last) throw failed(last || `退出代码 ${code ?? '未知'}`)
  return last
}

const failed = (why: string): AppError => new AppError('unavailable', `内置服务器没有启动成功：${why}`)

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
