import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** electron-builder's numbers of architectures. */
const ARCHITECTURES = { 1: 'x64', 3: 'arm64' }
/** Native packages that the program can't do without, by the name of their file for a platform. */
const natives = (platform, arch) => {
  const system =
    platform === 'win32' ? `win32-${arch}-msvc` : platform === 'linux' ? `linux-${arch}-gnu` : `darwin-${arch}`
  return [`@node-rs/argon2-${system}`, `@img/sharp-${platform}-${arch}`]
}

/**
 * Refuses to pack for an architecture whose native packages are not installed: npm installs those of its own machine
 * alone, and a Mac's second architecture would start and then fail at the first sign-in.
 */
export async function beforePack({ electronPlatformName, arch, packager }) {
  const name = ARCHITECTURES[arch]
  const root = packager.projectDir ?? packager.info?.projectDir ?? process.cwd()
  if (!name) throw new Error(`没有为这种架构（${arch}）准备原生模块，请只打包 x64 或 arm64`)
  const missing = natives(electronPlatformName, name).filter((each) => !existsSync(join(root, 'node_modules', each)))
  if (missing.length === 0) return
  throw new Error(
    `${electronPlatformName}-${name} 缺少原生模块 ${missing.join('、')}；请先运行 npm install --no-save --force ${missing.join(' ')}`,
  )
}
