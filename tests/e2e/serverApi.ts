import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { BUILD } from './app.ts'

const run = promisify(execFile)

interface Envelope {
  code: number
  msg: string
  data: unknown
}

/** The server as a script of another vendor sees it: paths of the documents, plain fetch, a token from the command. */
export interface ServerApi {
  post(path: string, body: object): Promise<Envelope>
  get(path: string): Promise<Envelope>
  /** Text of a template file as the editor would open it; null when there is none. */
  read(folder: string, name: string): Promise<string | null>
  write(folder: string, name: string, content: string): Promise<void>
  remove(folder: string, name: string): Promise<void>
  /** Names in a folder of a template, sorted. */
  list(folder: string): Promise<string[]>
}

/** Signs in as the administrator through the documented auto-login; a server that is just starting is waited for. */
export async function serverApi(serverData: string, url: () => string): Promise<ServerApi> {
  await expect(async () => void (await fetch(new URL('api/rsa/publicKey', url())))).toPass({ timeout: 30_000 })
  const { stdout } = await run(process.execPath, [join(BUILD, 'out/main/server.js'), 'token', '--data', serverData])
  let authorization = ''
  const post = async (path: string, body: object): Promise<Envelope> => {
    const response = await fetch(new URL(path, url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(Array.isArray(body) ? body : { channel: 'pc', ...body }),
    })
    return (await response.json()) as Envelope
  }
  const signedIn = await post('api/cebest-cms/account/auto-login', { token: stdout.trim() })
  authorization = (signedIn.data as { token: string }).token

  const template = async (call: string, body: object): Promise<Envelope> => {
    const answer = await post(`api/cebest-cms/template/${call}`, body)
    if (answer.code !== 200) throw new Error(`${call} ${JSON.stringify(body).slice(0, 200)}: ${answer.msg}`)
    return answer
  }
  const read = async (path: string, openFileName: string): Promise<string | null> => {
    const answer = await post('api/cebest-cms/template/openFile', { path, openFileName })
    return answer.code === 200 ? (answer.data as { content: string }).content : null
  }
  const get = async (path: string): Promise<Envelope> =>
    (await (await fetch(new URL(path, url()), { headers: { authorization } })).json()) as Envelope
  return {
    post,
    get,
    read,
    async write(path, saveFileName, content) {
      if ((await read(path, saveFileName)) === null) await template('newFile', { path, filename: saveFileName })
      await template('saveFile', { path, saveFileName, content })
    },
    remove: async (path, deleteFileName) => void (await template('deleteFile', { path, deleteFileName })),
    async list(path) {
      const { data } = await template('fileList', { path })
      return (data as { name: string }[]).map((entry) => entry.name).sort()
    },
  }
}

/** A text that solves the newest captcha: the test has no eyes and the server keeps a hash alone, so a known one takes its place. */
export function captchaText(serverData: string): string {
  const text = 'seen'
  const db = new DatabaseSync(join(serverData, 'sitecraft.db'))
  try {
    db.exec('pragma busy_timeout = 5000')
    const newest = db.prepare('select "codeKey" from captcha order by "expireTime" desc limit 1').get()
    const codeKey = String(newest?.codeKey ?? '')
    const key = readFileSync(join(serverData, 'rsa-key.pem'), 'utf8')
    db.prepare('update captcha set value = ? where "codeKey" = ?').run(captchaHash(key, codeKey, text), codeKey)
    return text
  } finally {
    db.close()
  }
}

/** As the server keeps it. */
const captchaHash = (key: string, codeKey: string, text: string): string =>
  createHmac('sha256', key).update(`captcha ${codeKey} ${text.toUpperCase()}`).digest('hex')
