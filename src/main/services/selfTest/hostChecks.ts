import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OperationName, InputOf, OutputOf } from '#shared/contract/registry.ts'
import type { Host } from '../compose.ts'
import type { SecretStore } from '../ports.ts'
import { type Check, NotPossibleError } from './run.ts'

/** Size of the uploaded file: several chunks, so that the upload can be resumed. */
const UPLOAD_BYTES = 24 * 1024 * 1024
/** ms. Timeout for background work. */
const WAIT_MS = 30_000
const POLL_MS = 100

/** The checks that need no window. @param folder used by this test alone @param secrets the keychain */
export function createHostChecks(host: Host, secrets: SecretStore, folder: string): Check[] {
  const call: Call = async (name, input) => {
    const result = await host.invoke(name, input)
    if (!result.ok) throw new Error(result.error.message)
    return result.data as OutputOf<typeof name>
  }
  const synced = { folder: '', workspace: '', root: join(folder, '自检文件夹') }
  return [
    {
      id: 'sign-in',
      title: '登录内置服务器',
      async run() {
        const { state, username } = await call('connections.use', { id: 'builtin' })
        if (state !== 'signed-in') throw new Error(`尚未登录，状态为 ${state}`)
        return username ?? ''
      },
    },
    { id: 'keychain', title: '系统钥匙串保存和读取', run: () => checkKeychain(secrets) },
    { id: 'upload', title: '散列、上传、暂停和继续', run: () => checkUpload(host, call, folder) },
    { id: 'sync', title: '本地同步（双向）', run: () => checkSync(host, call, synced) },
    {
      id: 'preview',
      title: '实时预览',
      async run() {
        if (!synced.workspace) throw new NotPossibleError('本地同步失败，无法预览')
        const { href, pages } = await call('livePreview.start', { id: synced.workspace })
        const response = await fetch(new URL(href, await host.livePreviewOrigin()))
        const text = await response.text()
        await call('livePreview.stop', { id: synced.workspace })
        if (!response.ok || !text.includes('<')) throw new Error(`页面生成失败（${response.status}）`)
        return `${pages.length} 个页面，首页 ${text.length} 个字符`
      },
    },
  ]
}

type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

async function checkKeychain(secrets: SecretStore): Promise<string> {
  await secrets.connect().catch((error: unknown) => {
    throw new NotPossibleError(error instanceof Error ? error.message : String(error))
  })
  // Longer than a Windows entry can be.
  const [account, secret] = [`self-test-${randomUUID()}`, randomBytes(3000).toString('base64')]
  await secrets.set(account, secret)
  try {
    if ((await secrets.get(account)) !== secret) throw new Error('读取的内容与保存的不一致')
  } finally {
    await secrets.clear(account)
  }
  if ((await secrets.get(account)) !== null) throw new Error('删除后仍可读取')
  return `${await secrets.module()}，${secret.length} 个字符`
}

/** Pauses the upload as soon as it starts, resumes it, and checks the stored size. */
async function checkUpload(host: Host, call: Call, folder: string): Promise<string> {
  const path = join(folder, '自检.zip')
  await writeFile(path, randomBytes(UPLOAD_BYTES))
  const target = { to: 'library', kind: 'file', siteId: 0 } as const
  const { tasks, refused } = await call('uploads.add', { grants: [host.grants.issue(path)], target })
  const [task] = tasks
  if (!task) throw new Error(refused[0]?.message ?? '未加入上传列表')
  const read = async () => (await call('uploads.list', {})).tasks.find(({ id }) => id === task.id)
  await waitUntil(async () => ((await read())?.state.step ?? 'done') !== 'waiting')
  await call('uploads.pause', { ids: [task.id] })
  const paused = await read()
  await call('uploads.resume', { ids: [task.id] })
  await waitUntil(async () => ['done', 'failed'].includes((await read())?.state.step ?? 'done'))
  const state = (await read())?.state
  if (state?.step !== 'done') throw new Error(state?.step === 'failed' ? state.message : '上传任务不存在')
  const size = state.attachment?.size
  if (size !== undefined && size !== UPLOAD_BYTES) throw new Error(`服务器上是 ${size} 字节`)
  const wasPaused = paused?.state.step === 'paused' ? '，已测试暂停' : ''
  return `${UPLOAD_BYTES / 1024 / 1024} MB${wasPaused}，散列由服务器核对`
}

/** Connects a copy of the first template with a folder: an edit on each side must reach the other. */
async function checkSync(
  host: Host,
  call: Call,
  synced: { folder: string; workspace: string; root: string },
): Promise<string> {
  const [template] = (await call('template.list', { page: 1, size: 1 })).content
  if (!template) throw new NotPossibleError('没有模板')
  const [name, folder] = ['自检模板', 'self-test']
  await call('template.copy', { id: template.id, name, folder })
  await mkdir(synced.root, { recursive: true })
  await writeFile(join(synced.root, '自检.css'), '本机')
  const grant = host.grants.issue(synced.root)
  const { planId } = await call('workspaces.plan', { folder, templateName: name, grant })
  const { id } = await call('workspaces.connect', { planId })
  Object.assign(synced, { folder, workspace: id })
  const file = { path: folder, openFileName: '自检.css' }
  const onServer = async (text: string) => (await call('templateFile.open', file)).content === text
  await waitUntil(() => onServer('本机').catch(() => false))
  const { hash } = await call('templateFile.open', file)
  await call('templateFile.save', { path: folder, saveFileName: '自检.css', content: '服务器', expectedHash: hash })
  await waitUntil(async () => (await readFile(join(synced.root, '自检.css'), 'utf8')) === '服务器')
  await writeFile(join(synced.root, '自检.css'), '本机又改')
  await waitUntil(() => onServer('本机又改').catch(() => false))
  const { files } = (await call('workspaces.list', {})).find((each) => each.id === id) ?? { files: 0 }
  return `${files} 个文件`
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${WAIT_MS / 1000} 秒内未完成`)
    await delay(POLL_MS)
  }
}
