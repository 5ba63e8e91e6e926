import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Job } from '#shared/contract/job.ts'
import type { InputOf } from '#shared/contract/registry.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { upload } from './upload.ts'
import { changedZip, filesIn } from './zip.ts'

/** Waits until a job has ended. */
export async function endedJob(client: TestClient, jobId: number): Promise<Job> {
  await expect
    .poll(async () => (await client.ok('job.findById', { id: jobId })).endDate, { timeout: 60_000 })
    .not.toBe('')
  return client.ok('job.findById', { id: jobId })
}

/** Exports a site and fetches the archive. */
export async function exportedSite(
  client: TestClient,
  siteId: number,
  options: { history?: boolean; members?: boolean } = { members: true },
): Promise<Buffer> {
  const made = await client.ok('siteArchive.export', { siteId, ...options })
  const job = await endedJob(client, made?.jobId ?? 0)
  expect(job, job.message).toMatchObject({ state: 'done' })
  const address = await client.ok('siteArchive.download', { siteId, jobId: job.id })
  return Buffer.from(await (await fetch(address)).arrayBuffer())
}

/** Uploads an archive as the import's dialog does; answers its address. */
export async function uploadedArchive(client: TestClient, bytes: Buffer): Promise<string> {
  const answer = await upload(client, { name: 'site.zip', content: bytes })
  expect(answer.msg).toBe('上传成功')
  return answer.data.accessPath
}

/** Imports an archive with what a look at it proposes, and what is given. */
export async function importedSite(
  client: TestClient,
  bytes: Buffer,
  form: Partial<InputOf<'siteArchive.import'>> = {},
): Promise<Job> {
  const accessPath = await uploadedArchive(client, bytes)
  const seen = await client.ok('siteArchive.look', { accessPath })
  const made = await client.ok('siteArchive.import', {
    accessPath,
    title: seen.title,
    symbol: seen.freeSymbol,
    domain: '',
    folders: seen.templates.map(({ folder, as }) => ({ folder, as })),
    accounts: seen.accounts.flatMap(({ username, isHere }) => (isHere ? username : [])),
    members: true,
    ...form,
  })
  return endedJob(client, made?.jobId ?? 0)
}

type Line = Record<string, unknown>

/** An archive as a test looks at it. */
export interface ReadArchive {
  head: { kinds: { name: string; lines: number }[] } & Line
  lines: Record<string, Line[]>
  files: Map<string, Buffer>
}

export function readArchive(bytes: Buffer): ReadArchive {
  const read: ReadArchive = { head: { kinds: [] }, lines: {}, files: new Map() }
  for (const [name, data] of filesIn(bytes)) {
    if (name === 'site.json') read.head = JSON.parse(data.toString()) as ReadArchive['head']
    else if (name.endsWith('.ndjson'))
      read.lines[name.slice(0, -'.ndjson'.length)] = data
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line)
    else read.files.set(name.slice('files/'.length), data)
  }
  return read
}

/** Columns that hold the id of a row of another kind. */
const REFERS: Readonly<Record<string, string>> = {
  parentId: 'self',
  contentId: 'contents',
  workflowId: 'workflows',
  productId: 'products',
  memberId: 'members',
  groupId: 'memberGroups',
  levelId: 'memberLevels',
  columnId: 'columns',
  templateId: 'templates',
  xgid: 'contents',
  refId: 'contents',
  createById: 'accounts',
  authorId: 'accounts',
}

/**
 * The lines with the places of rows for their ids, and the numbers of files for their addresses: the same for two archives
 * of the same site, wherever they were made. The folders of templates stay.
 * @param link finds the numbers of entries in links
 */
export function withoutIds({ lines }: ReadArchive, link = /(?!)/g): Record<string, unknown[]> {
  const placeOf = new Map<string, string>(
    Object.entries(lines).flatMap(([kind, rows]) =>
      rows.flatMap(({ id }, at) => (typeof id === 'number' ? [[`${kind} ${id}`, `${kind}#${at}`] as const] : [])),
    ),
  )
  const place = (kind: string, id: unknown): unknown =>
    id === 0 ? 0 : (placeOf.get(`${kind} ${String(id)}`) ?? 'gone')
  const addresses = (lines['attachments'] ?? []).map(({ accessPath }, at): [string, string] => [
    String(accessPath),
    `file#${at}`,
  ])
  const fields = new Map(
    (lines['columns'] ?? []).map(({ id, fields: own }) => [
      id,
      new Map((own as { fieldName: string; fieldType: string; relationMark: string }[]).map((f) => [f.fieldName, f])),
    ]),
  )
  const classOf = new Map((lines['contents'] ?? []).map(({ id, classId }) => [id, classId]))
  const values = (given: unknown, classId: unknown): Line =>
    Object.fromEntries(
      Object.entries(given as Record<string, string>).map(([name, text]) => {
        const field = fields.get(classId)?.get(name)
        const kind = { RelationContent: 'contents', RelationLabel: 'labels' }[field?.fieldType ?? '']
        if (kind) return [name, text.split(',').map((id) => place(kind, Number(id)))]
        if (field?.relationMark.includes('"type":5'))
          return [name, text.split(',').map((id) => place('classify', Number(id)))]
        return [name, text]
      }),
    )
  const plain = (kind: string, row: Line): unknown => {
    const own = Object.fromEntries(
      Object.entries(row).map(([name, value]): [string, unknown] => {
        if (name === 'id' || name === 'accountId') return [name, '']
        if (name === 'classId') return [name, place(kind === 'labels' ? 'labelCategories' : 'columns', value)]
        if (name === 'manageUrl') return [name, String(value).replace(/\d+$/, '')]
        const other = REFERS[name]
        if (other) return [name, place(other === 'self' ? kind : other, value)]
        if (kind === 'contents' && name === 'values') return [name, values(value, row['classId'])]
        if (kind === 'revisions' && name === 'fields') return [name, values(value, classOf.get(row['contentId']))]
        if (kind === 'columns' && name === 'fields')
          return [
            name,
            (value as Line[]).map((field) => ({
              ...field,
              relationMark: String(field['relationMark']).replace(/"id":(\d+),"type":(\d)/, (_all, id, type) =>
                String(place(type === '5' ? 'classify' : 'dictionaries', Number(id))),
              ),
            })),
          ]
        return [name, value]
      }),
    )
    let text = JSON.stringify(own)
    for (const [address, number] of addresses) text = text.replaceAll(address, number)
    text = text.replace(link, (id) => String(place('contents', Number(id))))
    return JSON.parse(text)
  }
  return Object.fromEntries(Object.entries(lines).map(([kind, rows]) => [kind, rows.map((row) => plain(kind, row))]))
}

/** Some fields of a JSON file in an archive as `change` has them. */
export const jsonOf = (change: (head: Record<string, unknown>) => object) => (before: Buffer) =>
  Buffer.from(JSON.stringify({ ...JSON.parse(before.toString()), ...change(JSON.parse(before.toString())) }))

/** Other lines of a kind, told of in the head as if they had been exported. */
export function withLines(archive: Buffer, name: string, lines: readonly unknown[]): Buffer {
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const told = {
    name,
    lines: lines.length,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return changedZip(archive, {
    [`${name}.ndjson`]: () => bytes,
    'site.json': jsonOf((head) => ({
      kinds: (head['kinds'] as { name: string }[]).map((kind) => (kind.name === name ? told : kind)),
    })),
  })
}
