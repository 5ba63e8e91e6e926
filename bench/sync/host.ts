import '#services/youngHeap.ts'
import { createApiClient } from '#services/api/client.ts'
import { createGrants } from '#services/grants.ts'
import { createSyncService } from '#services/sync/index.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { fakeSessions } from '#tests/fakes/syncHarness.ts'

// The sync service with the product's own times in a process of its own, so that its work can be told from the others'.
// `host.ts URL TOKEN DATA FOLDER ROOT`; says `ready` when its sources are loaded and connects at the message `begin`, since the
// product's host runs before a folder is connected; `sync` asks for a sync, `heap` for the MB that the main
// thread's heap holds. Tells its parent each change of state.

const [url = '', token = '', dataDir = '', folder = '', root = ''] = process.argv.slice(2)
const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl: url, pathMap: {}, certificate: '' } as const
const log = memoryLog()
const grants = createGrants()
const service = createSyncService({
  dataDir,
  grants,
  log,
  sessions: fakeSessions(() => createApiClient({ connection: () => connection, token: () => token, log })),
  emit: (event) => void (event === 'workspace.changed' && void tell()),
  clock: { now: () => new Date() },
  shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
})

async function tell(): Promise<void> {
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
await tell()
