import type { SessionStatus, Connection } from '#shared/contract/host.ts'
import { AppError } from '#shared/errors/index.ts'
import { createApiClient } from '../api/client.ts'
import { createDeviceIds } from '../auth/deviceId.ts'
import { openFactsFile } from '../auth/facts.ts'
import { LiveSessions, type SessionStore } from '../auth/sessions.ts'
import { createSignIn, type SignIn } from '../auth/signIn.ts'
import { Backend } from '../backend/backend.ts'
import { BUILTIN, openConnections } from '../connections/connections.ts'
import { createConnectivity } from '../connections/connectivity.ts'
import { reportCrash } from '../diagnostics/crashes.ts'
import { listenForNotices } from '../connections/notices.ts'
import { MANAGED_TEXT } from '../policy/rules.ts'
import type { ApiClient, SessionCallbacks, Logger } from '../types.ts'
import type { Base } from './base.ts'
import type { Vault } from '../auth/vault.ts'
import type { Outgoing } from '../network/outgoing.ts'

/** Connections to the servers, and their sessions. */
export type Access = Awaited<ReturnType<typeof openAccess>>

const createBuiltin = ({ ports, options, dataDir, version, log, outgoing, network }: Base) =>
  new Backend({
    dataDir,
    launcher: ports.launcher,
    isResponding: createResponseCheck(log, outgoing),
    environment: () => network.environment(),
    onCrash: (error, tail) => reportCrash(dataDir, { process: 'server', error, version, tail }, ports.clock.now()),
    print: options.print ?? (() => undefined),
    log: log.area('server'),
  })

/** Opens connections and sessions, and the built-in server behind one of them. */
export async function openAccess(base: Base) {
  const { dataDir, log, emit, outgoing, rules, sessionVault } = base
  const clientOf = (id: string, token: string | null, told: SessionCallbacks = {}): ApiClient =>
    createApiClient({
      connection() {
        const connection = connections.find(id)
        if (!connection) throw new AppError('not-found', '该连接已被删除，请选择其他连接')
        return connection
      },
      token: () => token,
      log: log.area('network'),
      outgoing,
      onReachability: (reached) => id === connections.list().current && connectivity.reportReached(reached),
      ...told,
    })
  const anonymous = (id: string): ApiClient => clientOf(id, null)
  const backend = createBuiltin(base)
  const connections = await openConnections({ dataDir, builtinUrl: () => backend.baseUrl(), rules, log })
  const facts = openFactsFile(dataDir, log)
  const sessions = new LiveSessions({
    connections,
    vault: sessionVault,
    file: facts,
    clientOf,
    onStatus: (status) => emit('session.changed', status),
    onGrants: (id) => void signIn.verify(id),
    log: log.area('session'),
  })
  const signIn = createSignIn({
    sessions,
    anonymous,
    deviceIdFor: createDeviceIds(dataDir, log),
    log: log.area('session'),
  })
  resumeSessions(sessionVault, sessions, signIn)
  const connectivity = createConnectivity({
    emit,
    client() {
      const id = sessions.currentConnectionId()
      return id === null ? null : anonymous(id)
    },
  })
  /** Resolves when the connection's server can be called. */
  const ready = async (id: string): Promise<void> => {
    if (id !== BUILTIN) return
    if (!rules.builtin) throw new AppError('forbidden', `内置服务器${MANAGED_TEXT}`)
    await backend.ensure()
  }
  const notices = listenForNotices({ sessions, ready, emit, log: log.area('session') })
  return { anonymous, backend, connections, facts, sessions, signIn, connectivity, ready, notices }
}

/** The client of the session that the page uses. Error: unauthorized. */
export async function currentClient({ sessions, ready }: Access): Promise<ApiClient> {
  const id = sessions.currentConnectionId()
  const client = id === null ? null : sessions.clientFor(id)
  if (id === null || !client) throw new AppError('unauthorized', '请先登录')
  await ready(id)
  return client
}

/** Makes a connection the current one: starts the built-in server and signs in to it. */
export async function switchConnection({ emit }: Base, access: Access, id: string): Promise<SessionStatus> {
  const { ready, connections, connectivity, notices, sessions, signIn, backend } = access
  await ready(id)
  await connections.use(id)
  connectivity.check()
  notices.checkConnection()
  if (id === BUILTIN && !sessions.clientFor(id)) {
    try {
      return await signIn.withToken(id, await backend.token())
    } catch (error) {
      // The page asks for the code of the second factor on the screen of the automatic sign-in.
      if (!(error instanceof AppError) || error.details.fact?.kind !== 'codeNeeded') throw error
    }
  }
  const status = await sessions.status()
  emit('session.changed', status)
  return status
}

/** Starts the built-in server if it is in use, and asks the current server whether the session is valid. */
export async function connectAtStart({ rules }: Base, access: Access): Promise<void> {
  const { sessions, backend, connectivity, signIn } = access
  const current = sessions.currentConnectionId()
  const usesBuiltin = rules.builtin && (current === BUILTIN || sessions.clientFor(BUILTIN))
  await (usesBuiltin ? backend.ensure() : Promise.resolve()).finally(() => connectivity.check())
  if (current !== null) await signIn.verify(current)
}

/** Opens the sessions of the last run when a failed keychain works again. */
function resumeSessions(vault: Vault, sessions: SessionStore, signIn: SignIn): void {
  vault.onRecovered(async () => {
    await sessions.restore()
    const current = sessions.currentConnectionId()
    if (current !== null) await signIn.verify(current)
  })
}

/** Whether Sitecraft's own server responds at the address. */
const createResponseCheck = (log: Logger, outgoing: Outgoing) => async (baseUrl: string) => {
  const connection: Connection = { id: BUILTIN, name: '', kind: 'builtin', baseUrl, pathMap: {}, certificate: '' }
  const client = createApiClient({ connection: () => connection, token: () => null, log, outgoing })
  return client.call('system.capabilities', {}, { timeoutMs: 3000 }).then(
    () => true,
    () => false,
  )
}
