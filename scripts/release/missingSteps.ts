import { isSignedInCloud } from './signing.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Requirement {
  /** The requirement is met if all of these are set. */
  variables: readonly string[]
  /** The platform that needs it; absent: all. */
  platform?: NodeJS.Platform
  /** Consequence of a missing variable. */
  without: string
}

const MAC_UNSIGNED =
  'macOS 程序只有临时签名，没有签名证书：能启动，但第一次打开时需要在“系统设置”的“隐私与安全性”中允许，也不能自动更新'

/** Requirements of a release on its environment: keys are never in the repository. */
const REQUIREMENTS: readonly Requirement[] = [
  { variables: ['SITECRAFT_UPDATE_KEY'], without: '更新文件没有签名，装好的程序不会自动更新' },
  { variables: ['SITECRAFT_UPDATE_URL'], without: '安装包不含更新地址，装好的程序不会自动更新' },
  { variables: ['CSC_LINK', 'CSC_KEY_PASSWORD'], platform: 'win32', without: 'Windows 安装包没有代码签名，系统会警告' },
  { variables: ['CSC_LINK', 'CSC_KEY_PASSWORD'], platform: 'darwin', without: MAC_UNSIGNED },
  {
    variables: ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
    platform: 'darwin',
    without: 'macOS 程序没有公证，系统会拒绝打开',
  },
]
const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows（NSIS、MSI）',
  darwin: 'macOS（dmg、zip，x64 和 arm64）',
  linux: 'Linux（deb、rpm、AppImage）',
}

/** The steps that this machine and these settings cannot complete, one line each in Chinese. */
export function findMissingSteps(platform: NodeJS.Platform, env: Env): string[] {
  const isThere = ({ variables }: Requirement): boolean => variables.every((name) => env[name])
  const missingVariables = REQUIREMENTS.filter((need) => !need.platform || need.platform === platform)
    .filter((need) => !isThere(need) && !(need.platform === 'win32' && isSignedInCloud(env)))
    .map(({ variables, without }) => `缺少环境变量 ${variables.join('、')}：${without}`)
  const others = Object.entries(SYSTEMS)
    .filter(([name]) => name !== platform)
    .map(([, title]) => `在对应系统上运行本命令：${title}`)
  return [...missingVariables, ...others]
}
