import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHITECTURES } from './architectures.mjs'

/** Required native packages, named after their file for a platform. */
const natives = (platform, arch) => {
  const system =
    platform === 'win32' ? `win32-${arch}-msvc` : platform === 'linux' ? `linux-${arch}-gnu` : `darwin-${arch}`
  // The native build of sharp does not work under Electron on Linux (docs/decisions/071).
  const sharp = platform === 'linux' ? 'wasm32' : `${platform}-${arch}`
  return [`@node-rs/argon2-${system}`, `@img/sharp-${sharp}`, `@napi-rs/keyring-${system}`]
}
const KEYTAR = 'keytar/build/Release/keytar.node'

/**
 * Refuses to pack for an architecture without installed native packages: npm installs only those of its own machine,
 * and the program for a Mac's other architecture would fail at the first sign-in.
 */
export async function beforePack({ electronPlatformName, arch, packager }) {
  const name = ARCHITECTURES[arch]
  const root = packager.projectDir ?? packager.info?.projectDir ?? process.cwd()
  if (!name) throw new Error(`不支持架构 ${arch}，请打包 x64 或 arm64`)
  const modules = join(root, 'node_modules')
  const system = `${electronPlatformName}-${name}`
  const needed = natives(electronPlatformName, name)
  const missing = needed.filter((each) => !existsSync(join(modules, each)))
  if (missing.length > 0) {
    throw new Error(
      `${system} 缺少原生模块 ${missing.join('、')}；请先运行 npm install --no-save --force ${missing.join(' ')}`,
    )
  }
  const [keyring] = needed.filter((each) => each.startsWith('@napi-rs/keyring-'))
  const binary = readdirSync(join(modules, keyring)).find((file) => file.endsWith('.node')) ?? ''
  for (const path of [KEYTAR, `${keyring}/${binary}`]) await checkBinary(modules, path, system, name)
}

/**
 * Checks that the keychain module's binary is for the target system: a missing binary would disable the keychain
 * silently.
 */
async function checkBinary(modules, path, system, arch) {
  const { readMachine } = await import('./binaries.ts')
  const machine = await readMachine(join(modules, path)).catch(() => null)
  const systems = machine ? machine.arches.map((each) => `${machine.platform}-${each}`) : []
  if (systems.includes(system)) return
  const found = systems.length > 0 ? `属于 ${systems.join('、')}` : '不存在或无法读取'
  const remedy =
    path === KEYTAR
      ? `请在该系统上重新执行 npm ci，或执行 npm_config_arch=${arch} npm rebuild keytar（Linux 上先安装 libsecret-1-dev、python3、make、g++）`
      : '请重新执行 npm ci'
  throw new Error(`${system} 的钥匙串模块 node_modules/${path} ${found}；${remedy}`)
}
