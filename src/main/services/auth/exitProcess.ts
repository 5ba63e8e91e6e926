import { isKeychainBusy } from './keychainModules.ts'

/**
 * Ends this process. Node's own exit waits for its threads, and a thread that calls a keychain may wait for an unlock
 * dialog forever; then only a kill by the system ends the process.
 * @param exit the host's exit function; default: Node's own
 */
export function exitProcess(code: number, exit: (code: number) => void = process.exit): void {
  if (isKeychainBusy()) process.kill(process.pid, 'SIGKILL')
  exit(code)
}
