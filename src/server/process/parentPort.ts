import { type FromServer, STOP } from '#shared/contract/serverProcess.ts'

/** `process.parentPort` of a utility process of Electron. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: FromServer): void
}

/** How long this process waits to be killed by its parent, ms. */
const KILL_MS = 2000

const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort }

/** Whether the desktop program runs this process under Electron. */
export const isUtilityProcess = parentPort !== undefined

/** Prints a line for the parent process or on standard output. */
export function printLine(line: string): void {
  if (parentPort) parentPort.postMessage({ line })
  else process.stdout.write(`${line}\n`)
}

/**
 * Ends the process. A utility process waits until its parent, which by that time has read all messages, kills it; an
 * earlier exit would lose messages.
 */
export function endProcess(code: number): void {
  if (!parentPort) process.exit(code)
  process.once('SIGTERM', () => process.exit(code))
  parentPort.postMessage({ ended: code })
  setTimeout(() => process.exit(code), KILL_MS)
}

/** @param listener called when the parent asks this process to end */
export function onStopMessage(listener: () => void): void {
  parentPort?.on('message', ({ data }) => {
    if (data === STOP) listener()
  })
}
