import type { HostHandlers } from '#shared/contract/bridge.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Connections } from '../connections/connections.ts'
import { diagnose } from '../networkCheck.ts'
import type { Outgoing } from '../network/outgoing.ts'
import type { NetworkStore } from '../networkStore.ts'
import type { Clock } from '../ports.ts'
import type { ApiClient, Sessions } from '../types.ts'

export function networkHandlers(deps: {
  network: NetworkStore
  outgoing: Outgoing
  connections: Connections
  sessions: Sessions
  anonymous: (connectionId: string) => ApiClient
  clock: Clock
}) {
  const { network, outgoing, connections, sessions, anonymous, clock } = deps
  return {
    'network.get': () => network.status(),
    'network.save': (form) => network.save(form),
    'network.clearPassword': () => network.clearPassword(),
    'network.setClient': ({ pfx, passphrase }) => network.setClient(Buffer.from(pfx, 'base64'), passphrase),
    'network.clearClient': () => network.clearClient(),
    'network.diagnose': async () => {
      const { current } = connections.list()
      const server = connections.find(current)
      if (!server) throw new AppError('unavailable', '尚未选择服务器，请先在“连接”中选择服务器')
      if (server.baseUrl === '') throw new AppError('unavailable', '内置服务器正在启动，请稍候')
      const signedIn = sessions.clientFor(current)
      const steps = await diagnose({
        outgoing,
        client: anonymous(current),
        session: signedIn && (async () => (await signedIn.call('account.current', {})).data.username),
        now: () => clock.now(),
      })
      return { server: server.baseUrl, steps }
    },
  } satisfies HostHandlers<'network'>
}
