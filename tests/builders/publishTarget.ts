import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Deployment } from '#shared/contract/publishTarget.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { ended } from './builtSite.ts'

/** An empty folder outside the server's data, gone after the test. */
export async function makeTargetFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-target-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What a form for a folder sends. */
export const folderTarget = (
  folder: string,
  other: Partial<InputOf<'publishTarget.save'>> = {},
): InputOf<'publishTarget.save'> => ({ siteId: 1, name: '正式', kind: 'folder', folder, ...other })

/** Deploys to a target and waits for the end. */
export async function deployTo(
  account: TestClient,
  id: number,
  agreed: Partial<InputOf<'publishTarget.deploy'>> = {},
): Promise<Deployment> {
  const { jobId } = await account.ok('publishTarget.deploy', { id, ...agreed })
  return deploymentOf(account, id, jobId)
}

export async function deploymentOf(account: TestClient, targetId: number, jobId: number): Promise<Deployment> {
  await ended(account, jobId)
  const { content } = await account.ok('publishTarget.deployments', { targetId, size: 1 })
  const [last] = content
  if (!last) throw new Error('no deployment')
  return last
}

/** Texts of the files in a folder by path, without those of the program. */
export async function readTarget(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const own = paths.filter((path) => !path.includes('.sitecraft')).sort()
  const files = await Promise.all(
    own.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  )
  return new Map(files)
}
