import type { Connection } from '#shared/contract/host.ts'
import { createApiClient } from '../api/client.ts'
import { BUILTIN } from '../connections.ts'
import type { Outgoing } from '../network/outgoing.ts'
import type { Logger } from '../types.ts'

/** Does our own server answer there? */
export const answersAt = (log: Logger, outgoing: Outgoing) => async (baseUrl: string) => {
  const connection: Connection = { id: BUILTIN, name: '', kind: 'builtin', baseUrl, pathMap: {}, certificate: '' }
  const client = createApiClient({ connection: () => connection, token: () => null, log, outgoing })
  return client.call('system.capabilities', {}, { timeoutMs: 3000 }).then(
    () => true,
    () => false,
  )
}
