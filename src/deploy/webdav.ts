import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { contentTypeOf } from '#shared/domain/contentTypes.ts'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { type HttpCall, type HttpClient, openHttp, readBody, readWhole, WHOLE_BYTES } from './http.ts'
import { FolderMaker } from './folderMaker.ts'
import { OWN_FOLDER } from './manifest.ts'
import type { TargetConnection, TargetFile } from './target.ts'
import { type DavEntry, parseMultistatus } from './multistatus.ts'

/** How a folder over WebDAV is reached. */
export interface WebdavAccount {
  /** Of the site's folder: `https://dav.example.com/www`. */
  address: string
  username: string
  password: string
  /** Fingerprint of the certificate that a person has agreed to; '' for one that this machine trusts by itself. */
  certificate: string
}

const PARALLEL = 8
const NAMES =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>'

/** Opens a folder. AppErrors: `conflict` for a certificate that is not trusted, `forbidden` for a refused sign-in, `not-found`. */
export async function openWebdavTarget(account: WebdavAccount, signal: AbortSignal): Promise<TargetConnection> {
  const http = openHttp(account.certificate, signal)
  const target = new WebdavTarget(account, http)
  try {
    await target.checkRoot()
    return target
  } catch (error) {
    http.close()
    throw error
  }
}

/** An answer that refuses. `status` lets servers that are busy be asked again. */
class DavError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`HTTP ${status}`)
    this.status = status
  }
}
const statusOf = (error: unknown): number => (error instanceof DavError ? error.status : 0)

function davError(error: unknown, name: string, host: string): AppError {
  const status = statusOf(error)
  const cause = { cause: error }
  if (status === 0) return targetError(error, name)
  if (status === 401) return new AppError('forbidden', `服务器“${host}”拒绝登录，请检查用户名和密码`, cause)
  if (status === 403) return new AppError('forbidden', `没有写入“${name}”的权限，请检查发布目标的文件夹权限`, cause)
  if (status === 404 || status === 409) return new AppError('not-found', `发布目标上没有“${name}”，请检查地址`, cause)
  if (status === 405 || status === 501)
    return new AppError(
      'conflict',
      `“${host}”的这个地址没有开放 WebDAV，请检查地址，或联系服务器的管理员（Apache 需设置 DirectoryIndex disabled）`,
      cause,
    )
  if (status === 413) return new AppError('too-large', `文件“${name}”超过服务器允许的大小`, cause)
  if (status === 423) return new AppError('conflict', `“${name}”正被其他人锁定，请稍后重试`, cause)
  if (status === 507) return new AppError('unavailable', `写入“${name}”失败：发布目标的空间已满，请清理后重试`, cause)
  if (status >= 300 && status < 400)
    return new AppError('invalid', `服务器“${host}”要求跳转到别处（${status}），请填写跳转后的地址`, cause)
  return new AppError('unavailable', `处理“${name}”失败：服务器“${host}”返回 ${status}`, cause)
}

class WebdavTarget implements TargetConnection {
  readonly parallel = PARALLEL
  readonly #http: HttpClient
  /** Ends with `/`. */
  readonly #root: URL
  readonly #authorization: string
  readonly #folders = new FolderMaker((folder) => this.#makeOne(folder))

  constructor({ address, username, password }: WebdavAccount, http: HttpClient) {
    this.#http = http
    this.#root = new URL(address.endsWith('/') ? address : `${address}/`)
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  }

  async checkRoot(): Promise<void> {
    try {
      const [root] = await this.#find('', '0')
      if (root && !root.isFolder) throw new AppError('invalid', `服务器上的“${this.#root.pathname}”不是文件夹`)
    } catch (error) {
      if (statusOf(error) === 404)
        throw new AppError('not-found', `服务器上没有文件夹“${decodeURI(this.#root.pathname)}”，请先创建，或检查地址`)
      throw this.#error(error, '/')
    }
  }

  async write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void> {
    const temp = `${OWN_FOLDER}/${randomBytes(8).toString('hex')}.part`
    try {
      await this.#folders.make(OWN_FOLDER)
      await this.#folders.make(posix.dirname(path))
      const headers = { 'content-type': contentTypeOf(path), 'content-length': String(sizeBytes) }
      const content = await open()
      const body = sizeBytes > WHOLE_BYTES ? content : await readWhole(content)
      await this.#ask({ method: 'PUT', path: temp, headers, body })
      await this.#move(temp, path)
    } catch (error) {
      await this.#ask({ method: 'DELETE', path: temp }).catch(() => undefined)
      throw this.#error(error, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    try {
      return await this.#ask({ method: 'GET', path })
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw this.#error(error, path)
    }
  }

  async remove(path: string): Promise<void> {
    try {
      const [found] = await this.#find(path, '0')
      // A folder in the place of the file is somebody else's.
      if (found && !found.isFolder) await this.#ask({ method: 'DELETE', path })
      for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
        // DELETE of a folder takes all that it holds, so the folder is listed first.
        if ((await this.#inside(folder)).length > 0) return
        await this.#ask({ method: 'DELETE', path: `${folder}/` })
        this.#folders.forget(folder)
      }
    } catch (error) {
      if (statusOf(error) !== 404) throw this.#error(error, path)
    }
  }

  async *list(): AsyncIterable<TargetFile> {
    const folders = ['']
    while (folders.length > 0) {
      const some = folders.splice(0, PARALLEL)
      const found = await Promise.all(
        some.map((folder) =>
          this.#inside(folder).catch((error: unknown) => {
            throw this.#error(error, folder || '/')
          }),
        ),
      )
      for (const { path, isFolder, sizeBytes } of found.flat()) {
        if (path === OWN_FOLDER) continue
        if (isFolder) folders.push(path)
        else yield { path, sizeBytes }
      }
    }
  }

  async close(): Promise<void> {
    this.#http.close()
  }

  #error(error: unknown, path: string): AppError {
    return davError(error, path, this.#root.host)
  }

  #url(path: string): URL {
    const url = new URL(this.#root)
    url.pathname += path.split('/').map(encodeURIComponent).join('/')
    return url
  }

  /** @returns the body of an answer that agrees */
  async #ask({ path, headers, ...call }: Omit<HttpCall, 'url'> & { path: string }): Promise<Buffer> {
    const answer: IncomingMessage = await this.#http.send({
      ...call,
      url: this.#url(path),
      headers: { authorization: this.#authorization, ...headers },
    })
    const body = await readBody(answer)
    const { statusCode: status = 500 } = answer
    if (status < 200 || status > 299) throw new DavError(status)
    return body
  }

  /** A folder (depth 0: the entry itself, depth 1: with what it holds). */
  async #find(path: string, depth: '0' | '1'): Promise<DavEntry[]> {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
    const body = await this.#ask({ method: 'PROPFIND', path, headers, body: NAMES })
    return parseMultistatus(body.toString('utf8'), this.#root)
  }

  async #inside(folder: string): Promise<DavEntry[]> {
    const entries = await this.#find(folder === '' ? '' : `${folder}/`, '1')
    const isInside = (path: string): boolean => (folder === '' ? path !== '' : path.startsWith(`${folder}/`))
    return entries.filter(({ path }) => isInside(path))
  }

  async #move(from: string, to: string): Promise<void> {
    const headers = { destination: this.#url(to).href, overwrite: 'T' }
    const move = () => this.#ask({ method: 'MOVE', path: from, headers })
    await move().catch(async (error: unknown) => {
      if (![301, 302, 405, 409, 412].includes(statusOf(error))) throw error
      // A folder where the site has a file now is removed if it is empty.
      if ((await this.#inside(to)).length > 0) throw error
      await this.#ask({ method: 'DELETE', path: `${to}/` })
      return move()
    })
  }

  async #makeOne(folder: string): Promise<void> {
    const [found] = await this.#find(folder, '0').catch((error: unknown) => {
      // Some servers send a folder without its slash elsewhere.
      if (statusOf(error) === 404) return []
      if (statusOf(error) === 301 || statusOf(error) === 302) return this.#find(`${folder}/`, '0')
      throw error
    })
    if (found?.isFolder) return
    // A file where the site has a folder now.
    if (found) await this.#ask({ method: 'DELETE', path: folder })
    await this.#ask({ method: 'MKCOL', path: `${folder}/` })
  }
}
