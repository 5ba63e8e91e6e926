import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { SessionStatus } from '#shared/contract/host.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'
import type { SignIn } from '../auth/signIn.ts'
import { testConnection } from '../connections/connectionTest.ts'
import { BUILTIN, type Connections } from '../connections/connections.ts'
import type { Outgoing } from '../network/outgoing.ts'
import type { ServerRules } from '../policy/rules.ts'
import type { Logger } from '../types.ts'

export function connectionHandlers(deps: {
  connections: Connections
  sessions: SessionStore
  signIn: SignIn
  /** Prepares the connection: starts the built-in server and signs in to it. */
  enter: (connectionId: string) => Promise<SessionStatus>
  outgoing: Outgoing
  rules: ServerRules
  log: Logger
}) {
  const { connections, sessions, signIn, log, outgoing, rules } = deps
  const { given, locked, builtin } = rules
  const isManaged = given.length > 0 || !builtin
  const managed = isManaged ? { managed: { ids: given.map(({ id }) => id), locked, builtin } } : {}
  return {
    'connections.list': async () => ({ ...connections.list(), ...managed }),
    'connections.test': async (form) => {
      if (locked) throw new AppError('forbidden', '只能使用管理员提供的服务器，不能添加或修改连接')
      return testConnection({ ...form, kind: 'remote' }, { log, outgoing })
    },
    'connections.save': async (form) => {
      const before = connections.find(form.id)
      const saved = await connections.save(form)
      // The token belongs to the server at the former address.
      if (before && before.baseUrl !== saved.baseUrl) await sessions.end(saved.id)
      return saved
    },
    'connections.remove': async ({ id }) => {
      // The session is also ended on the server, while its address is still known.
      if (id !== BUILTIN) await signIn.out(id)
      await connections.remove(id)
      await sessions.end(id)
      return null
    },
    'connections.use': ({ id }) => {
      if (!connections.find(id)) throw new AppError('not-found', '该连接已被删除，请选择其他连接')
      return deps.enter(id)
    },
  } satisfies HostHandlers<'connections'>
}
