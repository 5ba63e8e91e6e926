import { sha256Of } from '#services/sync/local/hash.ts'
import { type Cms, type CmsRequest, Envelope, startCms } from './cms.ts'
import { documentedCalls, type DocumentedCall } from './documentedCalls.ts'

/**
 * A server that answers every call of the documents as poorly as they allow: null where they show no answer, records
 * with their id alone, plain texts, addresses relative to it. Sites, templates and files are there to work with.
 */
export interface DocumentedServer extends Cms {
  /** The files of the template `site`, by their path in it. */
  files: Map<string, Buffer>
  /** Times that a file's bytes were fetched, by path. */
  reads: Map<string, number>
  /** What somebody else does. */
  write(path: string, text: string): void
}

const CALL = 'api/cebest-cms/template'
const FOLDER = 'site'
const paged = (...content: unknown[]): object => ({ content, totalElements: content.length, totalPages: 1 })
const relative = (path: unknown): string => String(path).replace(new RegExp(`^/?${FOLDER}/?`), '')
const under = (folder: unknown, name: unknown): string => [relative(folder), String(name)].filter(Boolean).join('/')

/** @param code of every success: 200, or 1, which the documents take for one as well. */
export async function startDocumentedServer(code: 1 | 200 = 200): Promise<DocumentedServer> {
  const cms = await startCms()
  const files = new Map<string, Buffer>()
  const times = new Map<string, string>()
  const reads = new Map<string, number>()
  const server: DocumentedServer = Object.assign(cms, {
    files,
    reads,
    write(path: string, text: string | Buffer) {
      files.set(path, Buffer.from(text as string))
      times.set(path, stamp())
    },
  })
  const on = (path: string, answer: (request: CmsRequest) => unknown): void =>
    cms.on(path, (request) => {
      throw new Envelope(code, '', answer(request))
    })
  for (const call of documentedCalls.values()) {
    if (SIGN_IN.has(call.number)) continue
    for (const path of [call.path, call.path.replace(/\{\w+\}/g, '1')]) on(path.replace(/^\//, ''), () => poorest(call))
  }
  on('api/cebest-cms/site-manage/page', () => paged({ id: 7, title: '集团官网' }))
  on('api/cms/menu/getTree', ({ json }) => (Number(json.siteId ?? json.id) === 7 ? [COLUMN] : []))
  for (const path of ['findById', 'findById/1']) on(`api/cms/menu/${path}`, () => COLUMN)
  on(`${CALL}/list`, () => paged({ id: 3, name: '官网模板', folder: FOLDER }))
  on(`${CALL}/fileList`, ({ json }) => listed(relative(json.path), files, times))
  on(`${CALL}/openFile`, ({ json }) => kept(under(json.path, json.openFileName)).toString())
  on(`${CALL}/saveFile`, ({ json }) => server.write(under(json.path, json.saveFileName), String(json.content)) ?? null)
  on(`${CALL}/newFile`, ({ json }) => server.write(under(json.path, json.filename), '') ?? null)
  on(`${CALL}/deleteFile`, ({ json }) => (files.delete(under(json.path, json.deleteFileName)), null))
  on(`${CALL}/downloadFile`, ({ json }) => {
    const path = under(json.path, json.downloadFileName)
    reads.set(path, (reads.get(path) ?? 0) + 1)
    cms.serveFile(`files/${path}`, kept(path), 'application/octet-stream')
    return `files/${path}`
  })
  on(`${CALL}/uploadFile`, ({ json }) => {
    const bytes = uploads.get(String(json.accessPath))
    if (!bytes) throw new Envelope(400, '没有该文件')
    files.set(under(json.path, json.realName), bytes)
    times.set(under(json.path, json.realName), stamp())
    return null
  })
  const uploads = new Map<string, Buffer>()
  on('api/upload/file', ({ body }) => {
    const bytes = partOf(body)
    const accessPath = `upload/${sha256Of(bytes).slice(0, 12)}`
    uploads.set(accessPath, bytes)
    return { oldName: 'a', accessPath }
  })
  const kept = (path: string): Buffer => {
    const bytes = files.get(path)
    if (!bytes) throw new Envelope(404, '文件不存在')
    return bytes
  }
  return server
}

/** They need a key and a password; the CMS underneath answers them. */
const SIGN_IN: ReadonlySet<number> = new Set([1, 7, 8, 9])

/** Whole seconds, as the documents' servers show them. */
const stamp = (): string => new Date().toISOString().replace('T', ' ').slice(0, 19)

/** The documents name six fields; nothing says how large a file is. */
function listed(folder: string, files: ReadonlyMap<string, Buffer>, times: ReadonlyMap<string, string>): object[] {
  const prefix = folder && `${folder}/`
  const below = [...files.keys()].filter((path) => path.startsWith(prefix))
  const names = new Set(below.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))
  return [...names].map((name) => {
    const path = `${prefix}${name}`
    const file = files.has(path)
    return { name, path: `${FOLDER}/${path}`, folder: !file, file, zip: null, updateTime: times.get(path) ?? stamp() }
  })
}

/** The file of a multipart body. */
function partOf(body: Buffer): Buffer {
  const start = body.indexOf('\r\n\r\n', body.indexOf('filename=')) + 4
  return body.subarray(start, body.lastIndexOf('\r\n--'))
}

/** What A·§3 and B·§1 say of a list column. */
const COLUMN = { id: 1, siteId: 7, title: '新闻中心', menuType: 1, listField: [{ fieldName: 'title' }] }

const ROW = { id: 1 }

/** The poorest `data` that the documents' words for a call's answer allow. */
export function poorest({ number, answer }: DocumentedCall): unknown {
  const own = OWN[number]
  if (own !== undefined) return own
  if (/^(ns|–)/.test(answer)) return null
  if (/paged|totalElements/.test(answer)) return paged(ROW)
  if (/^(list|column tree|tree|nodes|groups|file entries|tasks|.*a field list)/.test(answer)) return [ROW]
  if (/\b(URL|url|address)\b/.test(answer)) return 'files/a.xlsx'
  if (/\bcount/.test(answer)) return 3
  return ROW
}

const OWN: Readonly<Record<number, unknown>> = {
  1: 'key',
  2: { oldName: 'a.zip', accessPath: 'upload/a.zip' },
  3: { oldName: 'a.png', accessPath: 'upload/a.png' },
  4: { oldName: 'a.mp4', accessPath: 'upload/a.mp4' },
  5: { oldName: 'a.mp3', accessPath: 'upload/a.mp3' },
  7: { base64Image: 'AA==', codeKey: 'k' },
  8: { token: 't', username: 'editor', groupId: 1, siteItemDTOList: [] },
  9: { token: 't', username: 'editor', groupId: 1, authority: [] },
  39: { 1101: '新增', 1102: '编辑' },
  41: [{ title: '常用字段' }],
  54: '<p>正文</p>',
  83: [{ fieldName: 'title' }],
  84: { 1: '甲' },
  87: ['preview/1.html'],
  202: { mail: 1, circulationDocuments: 2, count: 3 },
}
