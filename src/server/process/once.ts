import { backup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { check, describe } from './check/index.ts'
import { claimDataDir } from './instanceLock.ts'
import { move } from './move/index.ts'
import { withBackup } from './namedBackup.ts'
import { applyProxies, trustSystem } from './network.ts'
import type { Command, ProcessOptions } from './options.ts'
import { changeKey } from './rotateKey.ts'
import { sweep, takeStoreOver } from './sweep.ts'
import { makeToken, takeFactorOff } from './token.ts'
import { verifyOperationLog } from './verifyLog.ts'

/** What the process does and then ends, in place of serving. */
export type OnceCommand = Exclude<Command, 'serve' | 'look' | 'updates'>

/** Runs such a command; `print` gets what it has to say. A check that finds something sets the exit code. */
export async function runOnce(
  command: OnceCommand,
  options: ProcessOptions,
  print: (line: string) => void,
): Promise<void> {
  switch (command) {
    case 'token':
      return print(await makeToken(options))
    case 'second-factor-off':
      return print(await takeFactorOff(options))
    case 'verify-log':
      return print(await verifyOperationLog(options))
    case 'check': {
      const report = await check(options, (line) => void process.stderr.write(`${line}\n`))
      print(options.json ? JSON.stringify(report, null, 2) : describe(report))
      process.exitCode = report.sound ? 0 : 1
      return
    }
    case 'backup':
      return print(await backup(options, options.dir))
    case 'restore':
      return print(await withBackup(options, (dir) => restore(options, dir, claimDataDir)))
    case 'rotate-key':
      return print(await changeKey(options))
    default:
      applyProxies(process.env)
      trustSystem()
      if (command === 'take-store') return print(await takeStoreOver(options))
      return print(await (command === 'move' ? move(options, print) : sweep(options)))
  }
}
