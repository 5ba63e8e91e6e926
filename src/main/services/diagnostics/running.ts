import type { Running } from '#shared/contract/diagnostics.ts'
import type { Workspace } from '#shared/contract/workspace.ts'
import type { ProcessUse } from '../ports.ts'
import type { ApiClient } from '../types.ts'

export interface RunningDeps {
  startedAt: number
  processes: () => Promise<ProcessUse[]>
  /** Where the built-in server listens; '' while it does not run. */
  serverUrl: () => string
  uploads: () => Running['uploads']
  workspaces: () => Promise<readonly Workspace[]>
  /** Of the signed-in account; null without one. */
  client: () => ApiClient | null
  folder: () => Promise<Running['folder']>
}

/** A server that does not answer must not keep the page waiting, ms. */
const JOBS_MS = 3000

/** What goes on in the program now. */
export async function whatRuns(deps: RunningDeps): Promise<Running> {
  const [processes, workspaces, jobs, folder] = await Promise.all([
    deps.processes(),
    deps.workspaces(),
    jobsOf(deps.client()),
    deps.folder(),
  ])
  const { open, active, failed } = deps.uploads()
  const url = deps.serverUrl()
  return {
    startedAt: deps.startedAt,
    processes,
    serverPort: url === '' ? 0 : Number(new URL(url).port),
    uploads: { open, active, failed },
    workspaces: workspaces.map(({ templateName, state, waiting, failed }) => ({
      name: templateName,
      state,
      waiting,
      failed,
    })),
    jobs,
    folder,
  }
}

/** null without an account, and from servers that don't know the call. */
const jobsOf = async (client: ApiClient | null): Promise<Running['jobs']> => {
  if (!client) return null
  return client.call('job.list', {}, { timeoutMs: JOBS_MS }).then(
    ({ data }) => data.map(({ title, state, progress }) => ({ title, state, progress })),
    () => null,
  )
}
