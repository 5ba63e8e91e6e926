import type { ContentSaveResult } from '#shared/contract/contentEdit.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { columnNamed } from './column.ts'

/** An empty list column with the fields of a seeded one, by default those of an article. */
export async function emptyColumn(client: TestClient, like = '集团新闻') {
  const { id, siteId } = await columnNamed(client, like)
  return client.ok('column.copy', { copyIdFrom: id, toMenuParentId: 0, toSiteId: siteId })
}

/** The pairs of a save. */
export const pairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))

/** What an article needs to be published. */
export const ARTICLE = {
  title: '集团召开年度大会',
  publishTime: '2026-03-01 09:00:00',
  content: '<p>会议在总部举行。</p>',
}

/** Saves an article; more values by field name. */
export const saveArticle = (
  client: TestClient,
  classId: number,
  values: Readonly<Record<string, string>> = {},
  more: { id?: number; version?: number; isStatus?: boolean; acceptSensitive?: boolean } = {},
): Promise<ContentSaveResult> =>
  client.ok('content.save', { classId, isStatus: true, fieldList: pairs({ ...ARTICLE, ...values }), ...more })
