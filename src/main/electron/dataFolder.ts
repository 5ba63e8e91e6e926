import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultDataDir } from '#services/dataDir.ts'

/**
 * Where everything of this user lies: `--data DIR`, else SITECRAFT_DATA, else the system's place for programs' data.
 */
export function dataFolder(args: readonly string[], env: NodeJS.ProcessEnv, home: string): string {
  // Chromium's own switches stand among the arguments, so unknown ones are no error.
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false })
  const wanted = typeof values.data === 'string' && values.data !== '' ? values.data : env['SITECRAFT_DATA']
  return wanted ? resolve(wanted) : defaultDataDir(process.platform, env, home)
}
