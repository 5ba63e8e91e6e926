import { isKeychainBusy } from './keychainModules.ts'

/**
 * Ends this process once its work is done. Node's own exit waits for its threads, and one that asks a keychain may wait for
 * an unlock dialog without end: only the system can end the process then.
 */
export function exitProcess(code: number): void {
  if (isKeychainBusy()) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
