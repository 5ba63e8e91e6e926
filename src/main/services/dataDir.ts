import { join } from 'node:path'

/** Where this program keeps its data when nobody says otherwise, as each system wants it; the built-in server's lies in it as `server`. */
export function defaultDataDir(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Sitecraft')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Sitecraft')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'sitecraft')
}
