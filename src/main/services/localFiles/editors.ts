import { spawn } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { AppError } from '#shared/errors/index.ts'

/** An editor and its usual names and paths on each system: commands, or paths below system folders. */
interface KnownEditor {
  id: string
  title: string
  commands: readonly string[]
  /** Names of application bundles. */
  mac: readonly string[]
  /** Below %LOCALAPPDATA%\Programs, %ProgramFiles% or %ProgramFiles(x86)%. */
  windows: readonly string[]
}

const KNOWN_EDITORS: readonly KnownEditor[] = [
  {
    id: 'vscode',
    title: 'VS Code',
    commands: ['code', 'codium'],
    mac: ['Visual Studio Code', 'VSCodium'],
    windows: ['Microsoft VS Code\\Code.exe', 'VSCodium\\VSCodium.exe'],
  },
  { id: 'cursor', title: 'Cursor', commands: ['cursor'], mac: ['Cursor'], windows: ['cursor\\Cursor.exe'] },
  { id: 'trae', title: 'Trae', commands: ['trae'], mac: ['Trae'], windows: ['Trae\\Trae.exe'] },
  {
    id: 'hbuilderx',
    title: 'HBuilderX',
    commands: [],
    mac: ['HBuilderX'],
    windows: ['HBuilderX\\HBuilderX.exe'],
  },
  {
    id: 'webstorm',
    title: 'WebStorm',
    commands: ['webstorm'],
    mac: ['WebStorm'],
    windows: ['WebStorm\\bin\\webstorm64.exe', 'JetBrains\\WebStorm\\bin\\webstorm64.exe'],
  },
  {
    id: 'sublime',
    title: 'Sublime Text',
    commands: ['subl'],
    mac: ['Sublime Text'],
    windows: ['Sublime Text\\sublime_text.exe', 'Sublime Text 3\\sublime_text.exe'],
  },
  { id: 'notepad++', title: 'Notepad++', commands: [], mac: [], windows: ['Notepad++\\notepad++.exe'] },
  { id: 'kate', title: 'Kate', commands: ['kate'], mac: [], windows: [] },
  { id: 'gedit', title: '文本编辑器', commands: ['gnome-text-editor', 'gedit'], mac: [], windows: [] },
]

export interface Editors {
  list(): Promise<{ id: string; title: string }[]>
  /** Error: not-found for an editor that is not installed. */
  open(id: string, path: string): Promise<void>
}

/**
 * Finds and starts editors of this computer. Only these can be started, each with one path as its argument and without
 * a shell: the page names an editor, never a program.
 */
export function createEditors(platform = process.platform, env: NodeJS.ProcessEnv = process.env): Editors {
  const commandOf = async (known: KnownEditor): Promise<string[] | null> => {
    if (platform === 'darwin') {
      for (const name of known.mac) {
        for (const folder of ['/Applications', join(env.HOME ?? '/', 'Applications')]) {
          if (await exists(join(folder, `${name}.app`))) return ['/usr/bin/open', '-a', join(folder, `${name}.app`)]
        }
      }
      return null
    }
    if (platform === 'win32') {
      const folders = [
        env.LOCALAPPDATA && join(env.LOCALAPPDATA, 'Programs'),
        env.ProgramFiles,
        env['ProgramFiles(x86)'],
      ]
      for (const folder of folders) {
        if (!folder) continue
        for (const place of known.windows) if (await exists(join(folder, place))) return [join(folder, place)]
      }
      return null
    }
    for (const folder of (env.PATH ?? '').split(delimiter).filter(Boolean)) {
      for (const name of known.commands) if (await isProgram(join(folder, name))) return [join(folder, name)]
    }
    return null
  }
  return {
    async list() {
      const found = await Promise.all(KNOWN_EDITORS.map(async (known) => ((await commandOf(known)) ? known : null)))
      return found.filter((known) => known !== null).map(({ id, title }) => ({ id, title }))
    },
    async open(id, path) {
      const known = KNOWN_EDITORS.find((each) => each.id === id)
      const command = known && (await commandOf(known))
      if (!command) throw new AppError('not-found', '本机未安装该编辑器，请选择其他打开方式')
      await start([...command, path], `无法打开 ${known.title}，请选择其他打开方式`)
    },
  }
}

function start([program = '', ...rest]: string[], failed: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { stdio: 'ignore', detached: true })
    child.once('error', (cause) => reject(new AppError('unsupported', failed, { cause })))
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
const isProgram = async (path: string): Promise<boolean> =>
  (await exists(path)) &&
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
