import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SessionStore } from '../auth/sessions.ts'
import type { SignIn } from '../auth/signIn.ts'
import type { Backend } from '../backend/backend.ts'
import { BUILTIN } from '../connections/connections.ts'

export function sessionHandlers(deps: { sessions: SessionStore; signIn: SignIn; backend: Backend }) {
  const { sessions, signIn, backend } = deps
  const current = async (): Promise<string> => {
    const id = sessions.currentConnectionId()
    if (id === null) throw new AppError('unavailable', '请先选择要连接的服务器')
    if (id === BUILTIN) await backend.ensure()
    return id
  }
  return {
    'session.status': () => sessions.status(),
    'session.signIn': async (input) => signIn.withPassword(await current(), input),
    'session.autoLogin': async ({ token, factorCode }) => {
      const id = await current()
      if (token !== undefined) return signIn.withToken(id, token, factorCode)
      if (id !== BUILTIN) throw new AppError('invalid', '没有登录凭证 token，请手动登录')
      return signIn.withToken(id, await backend.token(), factorCode)
    },
    'session.signOut': async () => {
      const id = sessions.currentConnectionId()
      return id === null ? sessions.status() : signIn.out(id)
    },
    'session.refresh': async () => {
      await signIn.verify(await current())
      return sessions.status()
    },
    'session.changePassword': async (input) => signIn.changePassword(await current(), input),
    'session.setCurrentSite': async ({ siteId }) => signIn.setCurrentSite(await current(), siteId),
  } satisfies HostHandlers<'session'>
}
