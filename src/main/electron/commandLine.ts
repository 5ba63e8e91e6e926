import { app } from 'electron'
import { COMMANDS, EXIT_CODES, isHelp } from '#cli/args.ts'
import { runCli } from '#cli/run.ts'

/**
 * Whether this start is a command (`sitecraft status …`), which queries the running program and shows no window. @param
 * given the program's arguments
 */
export const isCommand = ([first = '']: readonly string[]): boolean =>
  COMMANDS.some((command) => command === first) || isHelp(first)

/** Runs the command and ends the process with its exit code. */
export async function runCommandLine(given: readonly string[], dataDir: string): Promise<void> {
  const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`)
  const place = { cwd: process.cwd(), dataDir, out: write(process.stdout), err: write(process.stderr) }
  const code = await runCli(given, place).catch((error: unknown) => {
    place.err(error instanceof Error ? error.message : String(error))
    return EXIT_CODES.refused
  })
  // app.exit() would discard output that a pipe has not accepted yet.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
  app.exit(code)
}
