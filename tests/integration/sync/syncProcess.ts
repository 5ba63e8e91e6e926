import { createApiClient } from '#services/api/client.ts'
import { createGrants } from '#services/grants/grants.ts'
import { createSyncService } from '#services/sync/index.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { FAST, fakeSessions } from '#tests/fakes/syncHarness.ts'

// A sync service in a process of its own, to be killed: `syncProcess.ts URL TOKEN ROOT DATA FOLDER`. Prints `idle` when in step.

const [url = '', token = '', root = '', dataDir = '', folder = ''] = process.argv.slice(2)
const connection = { id: 'c1', name: '', kind: 'builtin', baseUrl: url, pathMap: {}, certificate: '' } as const
const log = memoryLog()
const grants = createGrants()
const service = createSyncService(
  {
    dataDir,
    grants,
    log,
    sessions: fakeSessions(() => createApiClient({ connection: () => connection, token: () => token, log })),
    emit: () => undefined,
    clock: { now: () => new Date() },
    shell: { openExternal: async () => undefined, revealFolder: async () => undefined },
  },
  { timing: FAST },
)
await service.start()
const { handlers } = service
if ((await handlers['workspaces.list']({})).length === 0) {
  const plan = await handlers['workspaces.plan']({ folder, templateName: '模板', grant: grants.issue(root) })
  await handlers['workspaces.connect']({ planId: plan.planId })
}
process.stdout.write('connected\n')
setInterval(() => {
  void handlers['workspaces.list']({}).then(([workspace]) => {
    const { state, waiting, conflicts, files } = workspace ?? { state: '', waiting: 0, conflicts: 0, files: 0 }
    process.stdout.write(`${state === 'idle' && waiting === 0 ? 'idle' : state} ${files} ${conflicts}\n`)
  })
}, 20)
