import { execFile } from 'node:child_process'
import { lstat, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HELP } from '#cli/args.ts'
import { AppError } from '#shared/errors/index.ts'

/** Paths for the installation of the command. */
export interface CommandPaths {
  platform: NodeJS.Platform
  /** The packed program's resources. */
  resources: string
  /** File of the running AppImage; '' for none. */
  appImage: string
  /** A folder on the PATH. */
  bin: string
}

/** Packages of Windows and Linux install the command themselves; a macOS program and an AppImage are only copied. */
export const canInstallCommand = ({ platform, appImage }: Pick<CommandPaths, 'platform' | 'appImage'>): boolean =>
  platform === 'darwin' || (platform === 'linux' && appImage !== '')

/** On macOS /usr/local/bin is on the PATH of every shell; on Linux most desktops add ~/.local/bin. */
export const binFolder = (platform: NodeJS.Platform, home: string): string =>
  platform === 'darwin' ? '/usr/local/bin' : join(home, '.local/bin')

/** Installs `sitecraft` as a terminal command. @returns its path. @throws AppError with the remedy */
export async function installCommand(paths: CommandPaths): Promise<string> {
  const file = join(paths.bin, 'sitecraft')
  if (paths.platform === 'darwin') await linkOnMac(join(paths.resources, 'command/sitecraft'), file)
  else {
    await mkdir(paths.bin, { recursive: true })
    await removeOwn(file)
    await writeFile(file, createScript(paths.appImage), { mode: 0o755 })
  }
  return file
}

async function linkOnMac(target: string, file: string): Promise<void> {
  // A disk image, or the temporary copy that macOS runs of a program that was never moved, will disappear.
  if (/^\/Volumes\/|\/AppTranslocation\//.test(target))
    throw new AppError('unavailable', '请先将站匠拖到“应用程序”文件夹，从该文件夹打开后再安装命令')
  try {
    await removeOwn(file)
    await symlink(target, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT') throw error
    await linkAsAdministrator(target, file)
  }
}

/** macOS asks the user for an administrator's password. */
async function linkAsAdministrator(target: string, file: string): Promise<void> {
  const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
  const shell = `mkdir -p /usr/local/bin && ln -sf ${quoted(target)} ${quoted(file)}`
  const script = `do shell script ${JSON.stringify(shell)} with administrator privileges`
  await promisify(execFile)('osascript', ['-e', script]).catch((error: unknown) => {
    throw new AppError('forbidden', `命令未安装：在 ${file} 创建链接需要管理员授权`, { cause: error })
  })
}

/** Deletes a command that this program installed earlier, but not another program's file of this name. */
async function removeOwn(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (!found) return
  const isOwn = found.isSymbolicLink()
    ? (await readlink(file)).endsWith('command/sitecraft')
    : (await readFile(file, 'utf8')).includes(SCRIPT_MARK)
  if (!isOwn) throw new AppError('conflict', `${file} 是其他程序的文件，请先移走该文件`)
  await rm(file)
}

const SCRIPT_MARK = '# sitecraft: the command of the AppImage'

/** The help is part of the script, because mounting the AppImage takes time. */
function createScript(appImage: string): string {
  const quoted = `'${appImage.replaceAll("'", `'\\''`)}'`
  return `#!/bin/sh
${SCRIPT_MARK}
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
