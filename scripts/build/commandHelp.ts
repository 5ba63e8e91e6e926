import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HELP } from '#cli/args.ts'

/**
 * Writes the help that the packed command shows without starting the program (resources/command). Windows displays
 * UTF-16 in every code page.
 */
export async function writeCommandHelp(folder: string, platform: string): Promise<void> {
  const file = join(folder, 'help.txt')
  if (platform === 'win32') await writeFile(file, `\uFEFF${HELP}\n`.replaceAll('\n', '\r\n'), 'utf16le')
  else await writeFile(file, `${HELP}\n`)
}
