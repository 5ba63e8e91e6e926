import type { ImportKind } from '#shared/contract/contentImport.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { ended } from './builtSite.ts'
import { upload } from './upload.ts'

export type ImportGroups = InputOf<'contentImport.run'>['groups']

/** Uploads a source and waits until it was read. */
export async function begun(client: TestClient, kind: ImportKind, name: string, content: Buffer | string) {
  const { data } = await upload(client, { name, content, query: { dir: 'import' } })
  const { id, jobId } = await client.ok('contentImport.begin', { siteId: 1, kind, path: data.accessPath })
  return { id, job: await ended(client, jobId) }
}

export const run = async (client: TestClient, input: InputOf<'contentImport.run'>) =>
  ended(client, (await client.ok('contentImport.run', input)).jobId)

export const linesOf = async (client: TestClient, id: number, trial = false) =>
  (await client.ok('contentImport.lines', { id, trial, size: 100 })).content

export const into = (classId: number, ...keys: string[]): ImportGroups =>
  keys.map((key) => ({ key, to: 'column' as const, classId }))

/** The group of the category that posts of builders/wxr have. */
export const NEWS = `category:${encodeURIComponent('新闻')}`
