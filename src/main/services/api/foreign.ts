import { createHash } from 'node:crypto'
import type { ApiName, InputOf } from '#shared/contract/registry.ts'
import type { ApiClient } from '../types.ts'

/** Makes another call to the same server. */
type CallServer = ApiClient['call']
type Reshape<N extends ApiName> = (data: unknown, input: InputOf<N>, ask: CallServer) => unknown

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : 0
/** Where the documents leave a list open, a missing list is an empty one. */
const orEmpty = (data: unknown): unknown => data ?? []
/** The only text of a response: the data itself, or one of an object's fields. */
const pickText =
  (...fields: readonly string[]) =>
  (data: unknown): unknown =>
    isRecord(data) ? (fields.map((field) => data[field]).find((value) => typeof value === 'string') ?? data) : data

/**
 * Converts responses that the documents show in another form than this project's own server (calls.md) into the
 * contract's form. Unknown forms stay unchanged.
 */
const RESHAPES: { [N in ApiName]?: Reshape<N> } = {
  'rsa.publicKey': pickText('publicKey', 'key'),
  // 54: only the text. Its hash is computed here, so that a later change of the file is noticed.
  'templateFile.open': (data) => {
    const content = pickText('content', 'fileContent')(data)
    if (typeof content !== 'string') return data
    const fields = isRecord(data) ? data : {}
    return { encoding: 'utf-8', updateTime: '', hash: sha256(content), ...fields, content }
  },
  'templateFile.save': (data, { content }) =>
    isRecord(data) && typeof data.hash === 'string' ? data : { hash: sha256(content), updateTime: '' },
  'templateFile.download': pickText('url', 'accessPath', 'path'),
  'templateFile.templateList': orEmpty,
  'templateSite.ofSite': orEmpty,
  'workflow.list': orEmpty,
  'content.listByIds': orEmpty,
  'content.findByMenuAndSite': (data) => (Array.isArray(data) ? ((data as unknown[])[0] ?? null) : data),
  // 82: the id of the record, or nothing.
  'content.save': (data, { id, isStatus }) => ({
    version: 0,
    approval: 'none',
    sensitive: [],
    ...(isRecord(data) ? data : { id: numberOf(data) || numberOf(id) }),
    isStatus: isRecord(data) && 'isStatus' in data ? data.isStatus : isStatus === true,
  }),
  // 83: only the fields; the column and the entry have their own calls.
  'content.form': async (data, { classId, id }, ask) => {
    if (!Array.isArray(data)) return data
    const column = (await ask('column.findByPost', { id: classId })).data
    const entry = Number(id) === 0 ? null : (await ask('content.findById', { classId, id })).data
    return { entry, column, fields: data }
  },
  // 38: only the list.
  'column.getSettingField': (data, { id }) => (Array.isArray(data) ? { id, menuFieldDTOList: data } : data),
  // 39: a dictionary may come as number → name.
  'dict.index': (data) =>
    isRecord(data) && Object.keys(data).every((key) => /^\d+$/.test(key))
      ? Object.entries(data).map(([id, title]) => ({ id: Number(id), title }))
      : data,
}

/** Converts a foreign server's data into the form of the contract's schema. */
export async function reshape(name: ApiName, data: unknown, input: unknown, ask: CallServer): Promise<unknown> {
  const change: Reshape<ApiName> | undefined = RESHAPES[name]
  return change ? change(data, input as InputOf<ApiName>, ask) : data
}
