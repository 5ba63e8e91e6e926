import { execFile } from 'node:child_process'
import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HELP } from '#cli/args.ts'
import { AppError } from '#shared/errors/index.ts'

/** Where the command goes, and what it runs. */
export interface CommandPaths {
  platform: NodeJS.Platform
  /** The packed program's resources. */
  resources: string
  /** The file of the AppImage that runs; '' for none. */
  appImage: string
  /** A folder that is on the PATH. */
  bin: string
}

/** Packages of Windows and Linux install the command themselves; a Mac's program and an AppImage are only copied. */
export const canInstallCommand = ({ platform, appImage }: Pick<CommandPaths, 'platform' | 'appImage'>): boolean =>
  platform === 'darwin' || (platform === 'linux' && appImage !== '')

/** On a Mac every shell has /usr/local/bin on its PATH; on Linux most desktops put ~/.local/bin there. */
export const binFolder = (platform: NodeJS.Platform, home: string): string =>
  platform === 'darwin' ? '/usr/local/bin' : join(home, '.local/bin')

/** Makes `sitecraft` a command of the terminal. @returns where it lies. @throws AppError with what to do */
export async function installCommand(paths: CommandPaths): Promise<string> {
  const file = join(paths.bin, 'sitecraft')
  if (paths.platform === 'darwin') await linkOnMac(join(paths.resources, 'command/sitecraft'), file)
  else {
    await mkdir(paths.bin, { recursive: true })
    await removeOwn(file)
    await writeFile(file, scriptOf(paths.appImage), { mode: 0o755 })
  }
  return file
}

async function linkOnMac(target: string, file: string): Promise<void> {
  // Of a disk image, or of the copy that macOS runs of a program that was never moved: both are gone tomorrow.
  if (/^\/Volumes\/|\/AppTranslocation\//.test(target))
    throw new AppError('unavailable', '请先把站匠拖到“应用程序”文件夹，从那里打开后再安装命令')
  try {
    await removeOwn(file)
    await symlink(target, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT') throw error
    await linkAsAdministrator(target, file)
  }
}

/** macOS asks the person for an administrator's password. */
async function linkAsAdministrator(target: string, file: string): Promise<void> {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const shell = `mkdir -p /usr/local/bin && ln -sf ${quoted(target)} ${quoted(file)}`
  const script = `do shell script ${JSON.stringify(shell)} with administrator privileges`
  await promisify(execFile)('osascript', ['-e', script]).catch((error: unknown) => {
    throw new AppError('forbidden', `没有安装命令：在 ${file} 建立链接需要管理员允许`, { cause: error })
  })
}

/** A command of an earlier place of this program is replaced; another program's file of this name is not. */
async function removeOwn(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (!found) return
  const isOwn = found.isSymbolicLink()
    ? (await readlink(file)).endsWith('command/sitecraft')
    : (await readFile(file, 'utf8')).includes(MARK)
  if (!isOwn) throw new AppError('conflict', `${file} 是另一个程序的文件，请先移走它`)
  await rm(file)
}

const MARK = '# sitecraft: the command of the AppImage'

/** Help comes at once; the AppImage has to be mounted for all else. */
function scriptOf(appImage: string): string {
  const quoted = `'${appImage.replaceAll("'", `'\\''`)}'`
  return `#!/bin/sh
${MARK}
case \${1-} in
  -h | --help | help)
    cat <<'END_OF_HELP'
${HELP}
END_OF_HELP
    exit 0
    ;;
esac
exec ${quoted} "$@"
`
}
