import './nurserySize.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { ignoreWriteErrors } from './observe/logDestination.ts'
import { type Command, HELP, isHelpRequested, readOptions } from './process/options.ts'
import { serve } from './process/serve.ts'
import { applyProxies } from './process/network.ts'
import { isUtilityProcess, endProcess, onStopMessage, printLine } from './process/parentPort.ts'

// Entry of the server process; its commands and options: `HELP` in process/options.ts.

/** Files of the server are accessible only to its user. */
process.umask(0o077)
/**
 * Time after running calls to close files and the database, ms. With default options the total is shorter than the
 * host's timeout.
 */
const CLOSE_TIMEOUT_MS = 2000

/** Commands that run until they are stopped. All except `serve` are loaded on demand, to keep each start short. */
const LONG_RUNNING = {
  serve: async () => serve,
  look: async () => (await import('./process/viewBackup.ts')).viewBackup,
  updates: async () => (await import('./process/updates.ts')).serveUpdatesOnly,
}
const isLongRunning = (command: Command): command is keyof typeof LONG_RUNNING => command in LONG_RUNNING

async function main(): Promise<void> {
  ignoreWriteErrors()
  if (isHelpRequested(process.argv.slice(2))) return printLine(HELP)
  const options = readOptions(process.argv.slice(2), process.env)
  const { command } = options
  if (!isLongRunning(command)) {
    await (await import('./process/oneTimeCommands.ts')).runOneTimeCommand(command, options, printLine)
    // Outside Electron the process ends when no work is left.
    if (isUtilityProcess) endProcess(Number(process.exitCode ?? 0))
    return
  }
  applyProxies(process.env)
  const start = await LONG_RUNNING[command]()
  const started = start(options, printLine)
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => endProcess(0), options.stop.lagMs + options.stop.callTimeoutMs + CLOSE_TIMEOUT_MS).unref()
    void started.then((running) => running.close()).then(() => endProcess(0), fail)
  }
  // Registered before the start completes, because a host may stop the server as soon as the server listens.
  process.once('SIGTERM', end).once('SIGINT', end)
  onStopMessage(end)
  if (options.parentWatch) process.stdin.resume().once('end', end).once('close', end)
  await started
}

function fail(error: unknown): void {
  const known = error instanceof AppError
  const message = known ? error.message : UNEXPECTED_MESSAGE
  if (!known) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (isUtilityProcess) printLine(message)
  else process.stderr.write(`${message}\n`)
  endProcess(1)
}

main().catch(fail)
