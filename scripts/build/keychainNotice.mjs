// Runs after `npm ci`: prints one line if the keychain's modules could not be installed, with the remedy. Plain
// JavaScript, because any version of Node may run npm.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const KEYTAR_REMEDY = {
  linux: 'apt-get install -y libsecret-1-dev python3 make g++ && npm ci',
  darwin: 'xcode-select --install && npm ci',
  win32: '安装 Visual Studio 生成工具（C++）和 Python 后重新执行 npm ci',
}

const loads = (name) => {
  try {
    require(name)
    return true
  } catch {
    return false
  }
}

if (!loads('keytar')) {
  const used = loads('@napi-rs/keyring')
    ? '登录状态改由 @napi-rs/keyring 保存到系统钥匙串，但不能打包'
    : '@napi-rs/keyring 也无法加载，登录状态只留在内存中'
  const remedy = KEYTAR_REMEDY[process.platform] ?? '安装编译工具后重新执行 npm ci'
  console.warn(`keytar 安装失败（预编译文件下载失败，编译也失败）：${used}。安装方法：${remedy}`)
}
