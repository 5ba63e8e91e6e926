import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Machine, readMachine } from './binaries.ts'

/** The system and architecture of a package. */
export interface Target {
  platform: Machine['platform']
  arch: string
}

interface NativeRequirement {
  title: string
  /** Patterns of its file below `resources`; one match is enough. */
  files(target: Target): RegExp[]
  /** The command that installs it. */
  remedy(target: Target): string
}

const triple = ({ platform, arch }: Target): string =>
  platform === 'win32' ? `win32-${arch}-msvc` : platform === 'linux' ? `linux-${arch}-gnu` : `darwin-${arch}`
const escapeDots = (text: string): string => text.replaceAll(/[.]/g, '\\$&')
const inPackage = (name: string): RegExp => new RegExp(`(^|/)node_modules/${escapeDots(name)}/.*\\.node$`)

/** The native build of sharp does not work under Electron on Linux (docs/decisions/071). */
const sharpOf = ({ platform, arch }: Target): string =>
  `@img/sharp-${platform === 'linux' ? 'wasm32' : `${platform}-${arch}`}`
const WEB_ASSEMBLY = /(^|\/)node_modules\/@img\/sharp-wasm32\/.*\.wasm$/

/** Native code that the program requires. */
const REQUIREMENTS: readonly NativeRequirement[] = [
  {
    title: '口令散列（@node-rs/argon2）',
    files: (target) => [inPackage(`@node-rs/argon2-${triple(target)}`)],
    remedy: (target) => `npm install --no-save --force @node-rs/argon2-${triple(target)}`,
  },
  {
    title: '图片处理（sharp）',
    files: (target) => [target.platform === 'linux' ? WEB_ASSEMBLY : inPackage(sharpOf(target))],
    remedy: (target) => `npm install --no-save --force ${sharpOf(target)}`,
  },
  {
    title: '系统钥匙串（keytar 或 @napi-rs/keyring）',
    files: (target) => [inPackage('keytar'), inPackage(`@napi-rs/keyring-${triple(target)}`)],
    remedy: () => 'npm rebuild keytar（Linux 需要 libsecret-1-dev 和编译器）',
  },
]

/**
 * Problems of the native code in a packed program: missing modules, and modules for another system or architecture. A
 * sentence each in Chinese.
 * @param resources the packed program's folder of that name
 */
export async function findWrongNatives(resources: string, target: Target): Promise<string[]> {
  const found: { path: string; machine: Machine }[] = []
  const portable: string[] = []
  for (const entry of await readdir(resources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(resources, file).replaceAll('\\', '/')
    const machine = await readMachine(file)
    if (machine) found.push({ path, machine })
    else if (path.endsWith('.wasm')) portable.push(path)
  }
  const isRight = ({ machine }: { machine: Machine }): boolean =>
    machine.platform === target.platform && machine.arches.includes(target.arch)
  const foreign = found
    .filter((file) => !isRight(file))
    .map(({ path, machine }) => `${path} 是为 ${machine.platform}-${machine.arches.join('+')} 编译的`)
  const right = [...found.filter(isRight).map(({ path }) => path), ...portable]
  const missing = REQUIREMENTS.filter(
    (need) => !need.files(target).some((pattern) => right.some((path) => pattern.test(path))),
  ).map(({ title, remedy }) => `缺少${title}，请运行 ${remedy(target)}`)
  return [...missing, ...foreign]
}
