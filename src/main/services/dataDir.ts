import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Where this program keeps its data when nobody says otherwise, as each system wants it; the built-in server's lies in it as `server`. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Sitecraft')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sitecraft')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'sitecraft')
}

/**
 * Where everything of this user lies: `--data DIR`, else SITECRAFT_DATA, else the system's place for programs' data.
 */
export function dataFolder(args: readonly string[], env: NodeJS.ProcessEnv, home: string): string {
  // Chromium's own switches stand among the arguments, so unknown ones are no error.
  const { values } = parseArgs({ args: [...args], options: { data: { type: 'string' } }, strict: false })
  const wanted = typeof values.data === 'string' && values.data !== '' ? values.data : env['SITECRAFT_DATA']
  return wanted ? resolve(wanted) : defaultDataDir(process.platform, env, home)
}
