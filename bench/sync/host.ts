import '#services/process/nurserySize.ts'
import { createApiClient } from '#services/api/client.ts'
import { createGrants } from '#services/grants/grants.ts'
import { createSyncService } from '#services/sync/index.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions } from '#tests/fakes/syncHarness.ts'

// The sync service with the product's own intervals in a separate process, to measure its work alone. `host.ts URL
// TOKEN DATA FOLDER ROOT` sends `ready` when its sources are loaded and connects on the message `begin`, because the
// product's host runs before a folder is connected. The message `sync` starts a sync, `heap` requests the heap size of
// the main thread in MB. Sends each change of state to its parent.

const [url = '', token = '', dataDir = '', folder = '', root = ''] = process.argv.slice(2)
const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl: url, pathMap: {}, certificate: '' } as const
const log = memoryLog()
const grants = createGrants()
const service = createSyncService({
  dataDir,
  grants,
  log,
  sessions: fakeSessions(() => createApiClient({ connection: () => connection, token: () => token, log })),
  emit: (event) => void (event === 'workspace.changed' && void sendState()),
  clock: { now: () => new Date() },
  shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
})

async function sendState(): Promise<void> {
  const [view] = await service.handlers['workspaces.list']({})
  if (view) process.send?.(view)
}

process.on('message', (text) => {
  if (text === 'sync')
    void handlers['workspaces.list']({}).then(([view]) => view && handlers['workspaces.syncNow'](view))
})
process.on('message', (text) => {
  if (text === 'heap') process.send?.({ heap: process.memoryUsage().heapUsed / 1024 / 1024 })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
await new Promise((begin) => process.once('message', begin))
await service.start()
const { handlers } = service
if ((await handlers['workspaces.list']({})).length === 0) {
  const plan = await handlers['workspaces.plan']({ folder, templateName: '模板', grant: grants.issue(root) })
  await handlers['workspaces.connect']({ planId: plan.planId })
}
await sendState()
