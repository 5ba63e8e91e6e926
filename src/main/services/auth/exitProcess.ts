import { isKeychainBusy } from './keychainModules.ts'

/**
 * Ends this process once its work is done. Node's own exit waits for its threads, and one that asks a keychain may wait for
 * an unlock dialog without end: only the system can end the process then.
 * @param exit of the host; default: Node's own
 */
export function exitProcess(code: number, exit: (code: number) => void = process.exit): void {
  if (isKeychainBusy()) process.kill(process.pid, 'SIGKILL')
  exit(code)
}
