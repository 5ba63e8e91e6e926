import { stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import type { Settings } from '#shared/contract/host.ts'
import { runTool, type RunTool } from '#services/policy/read.ts'

type BrowserKind = Exclude<Settings['hostBrowser'], 'auto'>

/** A browser that can show a page in its own window (`--app`). */
export interface FoundBrowser {
  kind: BrowserKind | 'given'
  /** Display name. */
  title: string
  path: string
}

/** Access to the computer; tests replace it. */
export interface Machine {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
  isFile: (path: string) => Promise<boolean>
  tool: RunTool
}

interface KnownBrowser {
  kind: BrowserKind
  title: string
  /** Path below Program Files or the user's own programs. */
  windows: string
  /** Bundle of macOS, and the program in it. */
  bundle: string
  /** Program names on PATH. */
  names: readonly string[]
}

const EDGE: KnownBrowser = {
  kind: 'edge',
  title: 'Microsoft Edge',
  windows: 'Microsoft\\Edge\\Application\\msedge.exe',
  bundle: 'Microsoft Edge',
  names: ['microsoft-edge-stable', 'microsoft-edge'],
}
const CHROME: KnownBrowser = {
  kind: 'chrome',
  title: 'Google Chrome',
  windows: 'Google\\Chrome\\Application\\chrome.exe',
  bundle: 'Google Chrome',
  names: ['google-chrome-stable', 'google-chrome'],
}
const CHROMIUM: KnownBrowser = {
  kind: 'chromium',
  title: 'Chromium',
  windows: 'Chromium\\Application\\chrome.exe',
  bundle: 'Chromium',
  names: ['chromium', 'chromium-browser'],
}

/** Edge belongs to Windows; elsewhere a user who has Edge besides Chrome probably chose it for something else. */
const browserOrder = (platform: NodeJS.Platform): readonly KnownBrowser[] =>
  platform === 'win32' ? [EDGE, CHROME, CHROMIUM] : [CHROME, EDGE, CHROMIUM]

/** A browser from a snap can't use a profile in a hidden folder, where program data is stored. */
const SNAP_FOLDER = '/snap/bin'

/**
 * The installed browser for the window; null when there is none. SITECRAFT_BROWSER may name another Chromium-based
 * browser.
 * @param wanted `auto`: the first of this system's order
 */
export async function findBrowser(wanted: Settings['hostBrowser'], machine: Machine): Promise<FoundBrowser | null> {
  const given = machine.env.SITECRAFT_BROWSER
  if (given) return (await machine.isFile(given)) ? { kind: 'given', title: given, path: given } : null
  for (const known of browserOrder(machine.platform)) {
    if (wanted !== 'auto' && wanted !== known.kind) continue
    for (const path of await listPaths(known, machine))
      if (await machine.isFile(path)) return { kind: known.kind, title: known.title, path }
  }
  return null
}

async function listPaths(known: KnownBrowser, machine: Machine): Promise<string[]> {
  const { platform, env, home, tool } = machine
  if (platform === 'win32') {
    const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    const usual = roots.map((root) => win32.join(root, known.windows))
    for (const path of usual) if (await machine.isFile(path)) return [path]
    return findRegistered(win32.basename(known.windows), known, tool)
  }
  if (platform === 'darwin') {
    const program = posix.join(`${known.bundle}.app`, 'Contents', 'MacOS', known.bundle)
    return ['/Applications', posix.join(home, 'Applications')].map((folder) => posix.join(folder, program))
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => posix.isAbsolute(folder) && folder !== SNAP_FOLDER)
  return known.names.flatMap((name) => folders.map((folder) => posix.join(folder, name)))
}

/** Where Windows itself looks up a program by name: finds installations at unusual paths. */
async function findRegistered(program: string, known: KnownBrowser, tool: RunTool): Promise<string[]> {
  const found: string[] = []
  for (const root of ['HKCU', 'HKLM']) {
    const key = `${root}\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\${program}`
    const output = await tool('reg.exe', ['query', key, '/ve']).catch(() => null)
    const path = /REG_SZ\s+"?([^"\r\n]+\.exe)"?/i.exec(output?.toString('utf8') ?? '')?.[1]
    // chrome.exe is also Chromium's name.
    if (path && (known.kind !== 'chromium' || /chromium/i.test(path))) found.push(path)
  }
  return found
}

/** This computer. */
export const createThisMachine = (home: string): Machine => ({
  platform: process.platform,
  env: process.env,
  home,
  isFile: async (path) => (await stat(path).catch(() => null))?.isFile() ?? false,
  tool: runTool,
})

/** Whether a window would be visible to the user who started the program. */
export const hasDisplay = ({ platform, env }: Pick<Machine, 'platform' | 'env'>): boolean => {
  if (platform === 'linux') return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  return !env.SSH_CONNECTION
}
