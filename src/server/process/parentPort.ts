import { type FromServer, STOP } from '#shared/contract/serverProcess.ts'

/** `process.parentPort` of a utility process of Electron. */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void
  postMessage(message: FromServer): void
}

/** How long the parent may take to kill this process once it has ended, ms. */
const KILL_MS = 2000

const { parentPort } = process as NodeJS.Process & { parentPort?: ParentPort }

/** Does the desktop program run this process under Electron? */
export const isUtilityProcess = parentPort !== undefined

/** Says a line to whoever started this process. */
export function printLine(line: string): void {
  if (parentPort) parentPort.postMessage({ line })
  else process.stdout.write(`${line}\n`)
}

/**
 * Ends the process. A utility process waits until its parent, which then has read all that was said, kills it; by itself it
 * would neither end nor be heard.
 */
export function leave(code: number): void {
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
