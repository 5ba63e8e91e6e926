import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { connection, type connectionForm, type Connection } from '#shared/contract/host.ts'
import { isOperationName } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { resolveBelowBase, invalidMappingText } from '../api/request.ts'
import { jsonFile } from '../files/jsonFile.ts'
import { MANAGED_TEXT, type ServerRules } from '../policy/rules.ts'
import type { Logger } from '../types.ts'

export const BUILTIN = 'builtin'

const storedConnections = z.object({ current: z.string(), connections: z.array(connection) })
type StoredConnections = z.output<typeof storedConnections>

export interface Connections {
  /** The saved connections. The built-in one comes first, with its current address. */
  list(): StoredConnections
  find(id: string): Connection | null
  save(form: z.output<typeof connectionForm>): Promise<Connection>
  /** The built-in connection can't be removed. */
  remove(id: string): Promise<void>
  /** Makes it the current connection ('' for none). */
  use(id: string): Promise<void>
}

/**
 * The servers that this program knows, in dataDir/connections.json. `builtinUrl` returns the built-in server's address.
 */
export async function openConnections(deps: {
  dataDir: string
  builtinUrl: () => string
  rules: ServerRules
  log: Logger
}): Promise<Connections> {
  const { given, locked, builtin: mayBuiltin } = deps.rules
  const file = jsonFile(
    join(deps.dataDir, 'connections.json'),
    storedConnections,
    { current: '', connections: [] },
    deps.log,
  )
  let state = await file.read()
  const change = async (edit: (value: StoredConnections) => StoredConnections): Promise<void> => {
    state = await file.update(edit)
  }
  const builtin = (): Connection => ({
    id: BUILTIN,
    name: '内置服务器',
    kind: 'builtin',
    baseUrl: deps.builtinUrl(),
    pathMap: {},
    certificate: '',
  })
  const usable = (): Connection[] => [
    ...(mayBuiltin ? [builtin()] : []),
    ...given,
    ...(locked ? [] : state.connections),
  ]
  const find = (id: string): Connection | null => usable().find((c) => c.id === id) ?? null
  const refuseManaged = (id: string): void => {
    if (given.some((c) => c.id === id)) throw new AppError('forbidden', `该连接${MANAGED_TEXT}`)
  }

  return {
    list: () => ({ current: find(state.current) ? state.current : '', connections: usable() }),
    find,
    async save(form) {
      if (form.id === BUILTIN) throw new AppError('forbidden', '内置服务器的连接无法修改')
      refuseManaged(form.id)
      if (locked) throw new AppError('forbidden', '只能使用管理员提供的服务器，不能添加或修改连接')
      checkAddress(form)
      if (form.id && !find(form.id)) throw new AppError('not-found', '要修改的连接已被删除，请重新添加')
      if (usable().some((c) => c.name === form.name && c.id !== form.id)) {
        throw new AppError('conflict', `已有名为“${form.name}”的连接，请换一个名称`)
      }
      const saved: Connection = { ...form, id: form.id || randomUUID(), kind: 'remote' }
      await change((value) => ({
        ...value,
        connections: form.id
          ? value.connections.map((c) => (c.id === saved.id ? saved : c))
          : [...value.connections, saved],
      }))
      return saved
    },
    async remove(id) {
      if (id === BUILTIN) throw new AppError('forbidden', '内置服务器的连接无法删除')
      refuseManaged(id)
      await change((value) => ({
        current: value.current === id ? '' : value.current,
        connections: value.connections.filter((c) => c.id !== id),
      }))
    },
    use: (id) => change((value) => ({ ...value, current: id })),
  }
}

/**
 * Checks that the base URL is valid and has no password, and that the path map has known operations and relative paths.
 */
export function checkAddress({ baseUrl, pathMap }: { baseUrl: string; pathMap: Record<string, string> }): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url) throw new AppError('invalid', '服务器地址不是有效的网址，格式例如 https://cms.example.com')
  if (url.username || url.password) {
    throw new AppError('invalid', '服务器地址不能包含账号和密码，请在登录时输入')
  }
  for (const [name, path] of Object.entries(pathMap)) {
    if (!isOperationName(name)) throw new AppError('invalid', `路径映射中的“${name}”不是已知的接口名称，请检查`)
    if (!resolveBelowBase(url.href, path)) throw new AppError('invalid', invalidMappingText(name))
  }
}
