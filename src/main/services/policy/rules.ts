import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { relative, resolve, sep } from 'node:path'
import type { Connection, Settings } from '#shared/contract/host.ts'
import type { Policies } from '#shared/domain/policies.ts'
import { AppError } from '#shared/errors/index.ts'
import type { NetworkForm } from '#shared/contract/network.ts'
import type { SecretStore } from '../ports.ts'

export const MANAGED_TEXT = '由管理员设置，不能修改'

export interface ServerRules {
  /** Servers set by the administrator; they come before all others. */
  given: readonly Connection[]
  /** Whether other servers may neither be added nor used. */
  locked: boolean
  builtin: boolean
}

/** Which servers may be used. */
export function toServerRules({ Servers = [], ServersLocked = false, BuiltinServer = true }: Policies): ServerRules {
  const given = Servers.map(({ name, url }): Connection => {
    const id = `managed-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`
    return { id, name, kind: 'remote', baseUrl: url, pathMap: {}, certificate: '' }
  })
  // Locking without any server would make the program unusable.
  return { given, locked: ServersLocked && given.length > 0, builtin: BuiltinServer }
}

/** Refuses folders outside the allowed ones. @throws AppError `forbidden` */
export function createFolderRule(
  { SyncFolders }: Policies,
  env: NodeJS.ProcessEnv = process.env,
): (path: string) => void {
  if (!SyncFolders) return () => undefined
  const roots = SyncFolders.map((folder) => resolve(expand(folder, env)))
  return (path) => {
    if (roots.some((root) => isInside(root, path))) return
    throw new AppError('forbidden', `管理员只允许同步以下文件夹中的内容：${roots.join('、')}，请选择其中的文件夹`)
  }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, resolve(path))
  return (
    way === '' ||
    (way !== '..' &&
      !way.startsWith(`..${sep}`) &&
      resolve(root, way) === resolve(path) &&
      !/^([a-z]:|\\\\|\/)/i.test(way))
  )
}

const expand = (folder: string, env: NodeJS.ProcessEnv): string =>
  folder.replace(/^~(?=$|[\\/])/, () => homedir()).replace(/%(\w+)%/g, (all, name: string) => env[name] ?? all)

/** Fields of the network settings that the administrator has set. */
export function toNetworkRules(
  policies: Policies,
): Partial<Pick<NetworkForm, 'mode' | 'address' | 'script' | 'exceptions'>> {
  const { ProxyMode: mode, ProxyAddress: address, ProxyScript: script, ProxyExceptions: exceptions } = policies
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(address === undefined ? {} : { address }),
    ...(script === undefined ? {} : { script }),
    ...(exceptions === undefined ? {} : { exceptions }),
  }
}

export const toSettingRules = ({
  UploadLimitKbps,
  Updates,
  KeepInTray,
  StartWithSystem,
}: Policies): Partial<Settings> => ({
  ...(KeepInTray === undefined ? {} : { keepInTray: KeepInTray }),
  ...(StartWithSystem === undefined ? {} : { startWithSystem: StartWithSystem }),
  ...(UploadLimitKbps === undefined ? {} : { uploadLimitKbps: UploadLimitKbps }),
  ...(Updates === undefined ? {} : { updateMode: Updates === 'on' ? 'auto' : 'off' }),
})

/** Stores nothing: sessions end with the program. */
export const withoutKeychain: SecretStore = {
  connect: () => Promise.reject(new AppError('unavailable', '管理员设置为不保留登录状态')),
  module: async () => '',
  get: async () => null,
  set: async () => undefined,
  clear: async () => undefined,
}
