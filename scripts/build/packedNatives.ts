import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Machine, machineOfFile } from './binaries.ts'

/** What a package is made for. */
export interface Target {
  platform: Machine['platform']
  arch: string
}

interface Need {
  title: string
  /** Where its file lies below `resources`: one of these is enough. */
  files(target: Target): RegExp[]
  /** What brings it. */
  remedy(target: Target): string
}

const triple = ({ platform, arch }: Target): string =>
  platform === 'win32' ? `win32-${arch}-msvc` : platform === 'linux' ? `linux-${arch}-gnu` : `darwin-${arch}`
const escaped = (text: string): string => text.replaceAll(/[.]/g, '\\$&')
const inPackage = (name: string): RegExp => new RegExp(`(^|/)node_modules/${escaped(name)}/.*\\.node$`)

/** Under Electron on Linux the native build doesn't work (docs/decisions/071). */
const sharpOf = ({ platform, arch }: Target): string =>
  `@img/sharp-${platform === 'linux' ? 'wasm32' : `${platform}-${arch}`}`
const WEB_ASSEMBLY = /(^|\/)node_modules\/@img\/sharp-wasm32\/.*\.wasm$/

/** Native code that the program can't do without. */
const NEEDS: readonly Need[] = [
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
 * What is wrong with the native code of a packed program: what it needs and what is missing, and what was made for another
 * system or architecture. One sentence each in Chinese, none when all is well.
 * @param resources the packed program's folder of that name
 */
export async function wrongNatives(resources: string, target: Target): Promise<string[]> {
  const found: { path: string; machine: Machine }[] = []
  const portable: string[] = []
  for (const entry of await readdir(resources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = relative(resources, file).replaceAll('\\', '/')
    const machine = await machineOfFile(file)
    if (machine) found.push({ path, machine })
    else if (path.endsWith('.wasm')) portable.push(path)
  }
  const isRight = ({ machine }: { machine: Machine }): boolean =>
    machine.platform === target.platform && machine.arches.includes(target.arch)
  const foreign = found
    .filter((file) => !isRight(file))
    .map(({ path, machine }) => `${path} 是为 ${machine.platform}-${machine.arches.join('+')} 编译的`)
  const right = [...found.filter(isRight).map(({ path }) => path), ...portable]
  const missing = NEEDS.filter(
    (need) => !need.files(target).some((pattern) => right.some((path) => pattern.test(path))),
  ).map(({ title, remedy }) => `缺少${title}，请运行 ${remedy(target)}`)
  return [...missing, ...foreign]
}
