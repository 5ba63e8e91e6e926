import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Where everything of this user lies: `--data DIR`, else SITECRAFT_DATA, else the system's place for programs' data.
 * @param appData the system's place, e.g. ~/.config or %APPDATA%
 */
export function dataFolder(args: readonly string[], env: NodeJS.ProcessEnv, appData: string): string {
  // Chromium's own switches stand among the arguments, so unknown ones are no error.
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false })
  const wanted = typeof values.data === 'string' && values.data !== '' ? values.data : env['SITECRAFT_DATA']
  return wanted ? resolve(wanted) : join(appData, 'Sitecraft')
}
