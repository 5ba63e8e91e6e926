import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { readOptions } from './process/options.ts'
import { serve } from './process/serve.ts'
import { makeToken } from './process/token.ts'

// Entry of the server process: `start.ts [token] [--port N] [--data DIR] [--host ADDRESS] [--user NAME] [--parent-watch]`.

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.command === 'token') return print(await makeToken(options))
  const running = await serve(options, print)
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    void running.close().then(() => process.exit(0), fail)
  }
  process.once('SIGTERM', end).once('SIGINT', end)
  if (options.parentWatch) process.stdin.resume().once('end', end).once('close', end)
}

function fail(error: unknown): void {
  const known = error instanceof AppError
  process.stderr.write(`${known ? error.message : UNEXPECTED_MESSAGE}\n`)
  if (!known) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

main().catch(fail)
