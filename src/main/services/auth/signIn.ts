import type { SessionStatus } from '#shared/contract/host.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { canUseSite, firstSiteId, type Authority } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ApiClient, Logger } from '../types.ts'
import { encryptPassword } from '../api/encryptPassword.ts'
import type { SessionStore } from './sessions.ts'

export interface SignIn {
  /** C·§4: public key, encrypted password, login. */
  withPassword(connectionId: string, input: ParsedOf<'session.signIn'>): Promise<SessionStatus>
  /** C·§4: the automatic sign-in with a token. */
  withToken(connectionId: string, token: string, factorCode?: string): Promise<SessionStatus>
  /** Ends the session locally in any case, and on the server if it can be reached. */
  out(connectionId: string): Promise<SessionStatus>
  /** C·§5: public key, three encrypted passwords. */
  changePassword(connectionId: string, input: ParsedOf<'session.changePassword'>): Promise<SessionStatus>
  setCurrentSite(connectionId: string, siteId: number): Promise<SessionStatus>
  /** Checks with the server whether a restored session is still valid, and updates its grants. */
  verify(connectionId: string): Promise<void>
}

interface Account extends Authority {
  username: string
  mustChangePassword: boolean
  mustSetUpFactor: boolean
}

interface SignInDeps {
  sessions: SessionStore
  /** A client without a token. */
  anonymous: (connectionId: string) => ApiClient
  /** The id by which a server recognises this installation. */
  deviceIdFor: (connectionId: string) => Promise<string>
  log: Logger
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { sessions, log } = deps
  const keyOf = async (id: string): Promise<string> => (await deps.anonymous(id).call('rsa.publicKey', {})).data
  const begin = async (id: string, token: string, account: Account): Promise<SessionStatus> => {
    if (!token) throw new AppError('bad-answer', '服务器未返回登录凭证，请联系服务器管理员')
    await sessions.begin(id, token, { ...factsOf(account), currentSiteId: firstSiteId(account) })
    return sessions.status()
  }
  return {
    async withPassword(id, input) {
      const publicKey = await keyOf(id)
      const form = {
        username: input.username,
        password: encryptPassword(publicKey, input.password),
        imageCodeKey: input.imageCodeKey,
        imageCodeValue: input.imageCodeValue,
        ...factorCodeField(input.factorCode),
      }
      const login = deps.anonymous(id).call('account.login', form, { deviceId: await deps.deviceIdFor(id) })
      const { data } = await login.catch((error: unknown) => {
        throw toRejectedLogin(error)
      })
      return begin(id, data.token, data)
    },
    async withToken(id, token, factorCode = '') {
      const options = { deviceId: await deps.deviceIdFor(id) }
      const { data } = await deps
        .anonymous(id)
        .call('account.autoLogin', { token, ...factorCodeField(factorCode) }, options)
      // C·§7: a foreign server calls the grants `authority`.
      const siteItemDTOList = data.siteItemDTOList.length > 0 ? data.siteItemDTOList : data.authority
      return begin(id, data.token, { ...data, siteItemDTOList })
    },
    async out(id) {
      const client = sessions.clientFor(id)
      await sessions.end(id)
      await client?.call('account.logout', {}, { timeoutMs: 5000 }).catch((error: unknown) => {
        log.info('signed out here only', { error })
      })
      return sessions.status()
    },
    async changePassword(id, { oldPassword, newPassword, reNewPassword }) {
      const client = sessions.clientFor(id)
      if (!client) throw new AppError('unauthorized', '请先登录')
      const key = await keyOf(id)
      await client.call('account.updatePassword', {
        oldPassword: encryptPassword(key, oldPassword),
        newPassword: encryptPassword(key, newPassword),
        reNewPassword: encryptPassword(key, reNewPassword),
      })
      await sessions.updateFacts(id, { mustChangePassword: false })
      return sessions.status()
    },
    async setCurrentSite(id, siteId) {
      const facts = sessions.facts(id)
      if (!facts) throw new AppError('unauthorized', '请先登录')
      if (!canUseSite(facts, siteId)) throw new AppError('forbidden', '没有该站点的权限，请选择其他站点')
      await sessions.updateFacts(id, { currentSiteId: siteId })
      return sessions.status()
    },
    verify: (id) => verifySession(deps, id),
  }
}

const factsOf = ({ username, groupId, siteItemDTOList, mustChangePassword, mustSetUpFactor }: Account) => ({
  username,
  groupId,
  siteItemDTOList,
  mustChangePassword,
  mustSetUpFactor,
})

/** Other servers have no second factor: the field is sent only with a code. */
const factorCodeField = (factorCode: string) => (factorCode === '' ? {} : { factorCode })

/** A server may reject credentials with 401, which must not look like an expired session. */
function toRejectedLogin(error: unknown): unknown {
  const refused = error instanceof AppError && error.code === 'unauthorized'
  return refused ? new AppError('rejected', error.message, { details: error.details, cause: error }) : error
}

async function verifySession({ sessions, log }: SignInDeps, id: string): Promise<void> {
  const client = sessions.clientFor(id)
  if (!client) return
  try {
    const { data } = await client.call('account.current', {})
    const site = sessions.facts(id)?.currentSiteId ?? 0
    const currentSiteId = canUseSite(data, site) ? site : firstSiteId(data)
    await sessions.updateFacts(id, { ...factsOf(data), currentSiteId })
  } catch (error) {
    // An ended session has expired through its client. Offline, or on a foreign server without this call, the session
    // stays.
    log.info('session not verified', { error })
  }
}
