import { app } from 'electron'
import { COMMANDS, EXIT, isHelp } from '#cli/args.ts'
import { runCli } from '#cli/run.ts'

/** Is this start a command (`sitecraft status …`), which asks the program that runs and shows no window? @param given the program's arguments */
export const isCommandLine = ([first = '']: readonly string[]): boolean =>
  COMMANDS.some((command) => command === first) || isHelp(first)

/** Runs the command and ends the process with its code. */
export async function runCommandLine(given: readonly string[], dataDir: string): Promise<void> {
  const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`)
  const place = { cwd: process.cwd(), dataDir, out: write(process.stdout), err: write(process.stderr) }
  const code = await runCli(given, place).catch((error: unknown) => {
    place.err(error instanceof Error ? error.message : String(error))
    return EXIT.refused
  })
  // The process is gone at once, with what a pipe has not taken yet.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((done) => stream.write('', done))))
  app.exit(code)
}
