import './youngHeap.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { backup } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { check, describe } from './process/check/index.ts'
import { claimDataDir } from './process/instanceLock.ts'
import { withBackup } from './process/namedBackup.ts'
import { readOptions } from './process/options.ts'
import { look } from './process/look.ts'
import { changeKey } from './process/rotateKey.ts'
import { serve } from './process/serve.ts'
import { applyProxies, trustSystem } from './process/network.ts'
import { updatesOnly } from './process/updates.ts'
import { move } from './process/move/index.ts'
import { sweep, takeStoreOver } from './process/sweep.ts'
import { makeToken, takeFactorOff } from './process/token.ts'
import { verifyOperationLog } from './process/verifyLog.ts'

// Entry of the server process: `start.ts [token | second-factor-off | verify-log | check | backup DIR | restore DIR | look DIR | rotate-key | updates DIR | move --to-database URL --to-s3 URL --to-data DIR | sweep [--remove] [--force] | take-store] [--port N] [--data DIR] [--host ADDRESS] [--user NAME] [--files] [--json] [--parent-watch]`.

/** All that the server makes is its user's alone. */
process.umask(0o077)
/** ms for what comes after the calls under way: files and the database. With the usual times, shorter than its host's patience. */
const END_MS = 2000

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.command === 'token') return print(await makeToken(options))
  if (options.command === 'second-factor-off') return print(await takeFactorOff(options))
  if (options.command === 'verify-log') return print(await verifyOperationLog(options))
  if (options.command === 'check') {
    const report = await check(options, (line) => void process.stderr.write(`${line}\n`))
    print(options.json ? JSON.stringify(report, null, 2) : describe(report))
    process.exitCode = report.sound ? 0 : 1
    return
  }
  if (options.command === 'backup') return print(await backup(options, options.dir))
  if (options.command === 'restore')
    return print(await withBackup(options, (dir) => restore(options, dir, claimDataDir)))
  if (options.command === 'rotate-key') return print(await changeKey(options))
  applyProxies(process.env)
  if (options.command === 'sweep' || options.command === 'move' || options.command === 'take-store') {
    trustSystem()
    if (options.command === 'take-store') return print(await takeStoreOver(options))
    return print(await (options.command === 'move' ? move(options, print) : sweep(options)))
  }
  const start = options.command === 'updates' ? updatesOnly : options.command === 'look' ? look : serve
  const started = start(options, print)
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(0), options.stop.lagMs + options.stop.patienceMs + END_MS).unref()
    void started.then((running) => running.close()).then(() => process.exit(0), fail)
  }
  // Registered before the start completes: a host may stop the server as soon as it reads that it listens.
  process.once('SIGTERM', end).once('SIGINT', end)
  if (options.parentWatch) process.stdin.resume().once('end', end).once('close', end)
  await started
}

function fail(error: unknown): void {
  const known = error instanceof AppError
  process.stderr.write(`${known ? error.message : UNEXPECTED_MESSAGE}\n`)
  if (!known) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
