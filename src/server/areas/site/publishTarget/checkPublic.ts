import { createHash, randomBytes } from 'node:crypto'
import type { ServerDeps } from '#server/deps.ts'
import type { RunningJob } from '#server/http/jobWork.ts'
import { describeRequestError, type OutsideResponse, requestOutside } from '#server/net/outsideRequest.ts'
import type { Deployment } from '#shared/contract/publishTarget.ts'
import { readBuiltRecord } from '../statics/index.ts'
import { fileAt, localAddress } from './redirectPages.ts'
import { readActiveRules } from '../redirect/index.ts'
import type { TargetFileRow, TargetRow } from './state.ts'

/** Of one request. */
const TIMEOUT_MS = 10_000
/** Larger files are not compared. */
const MAX_BYTES = 4 * 1024 * 1024
const ARTICLES = 5
/** What is read of an answer that should be an error. */
const ERROR_BYTES = 1024

export interface PublicCheck {
  state: Extract<Deployment['checkState'], 'live' | 'differs' | 'unchecked'>
  problems: string[]
}

interface Checked {
  target: TargetRow
  /** `https://www.example.com`; '' while no domain is known. */
  origin: string
  deploymentId: number
}

/** One address that is asked for, and what is wrong with the answer; '': nothing. */
interface Probe {
  /** Path with the base path, encoded. */
  address: string
  maxBytes: number
  findProblem(response: OutsideResponse): string
}

/** Fetches a sample of addresses as visitors do, and compares the answers with what lies at the target. */
export async function checkPublic(deps: ServerDeps, job: RunningJob, checked: Checked): Promise<PublicCheck> {
  if (checked.origin === '')
    return { state: 'unchecked', problems: ['站点没有绑定域名，发布目标也没有填写“访问域名”，无法检查'] }
  const probes = await sampleOf(deps, checked)
  const problems: string[] = []
  for (const [at, probe] of probes.entries()) {
    await job.report(Math.floor((at / probes.length) * 99), `正在检查 ${at + 1} / ${probes.length} 个网址`)
    const answer = await ask(deps, checked.origin, probe)
    if (typeof answer !== 'string') {
      const problem = probe.findProblem(answer)
      if (problem !== '') problems.push(problem)
      continue
    }
    // A domain that does not answer at all is not asked again and again.
    if (at === 0) return { state: 'unchecked', problems: [`无法访问 ${checked.origin}：${answer}`] }
    problems.push(`“${decode(probe.address)}”：${answer}`)
  }
  return { state: problems.length === 0 ? 'live' : 'differs', problems }
}

/** The answer, or why there is none. */
async function ask(
  { outgoing = { allowed: [] } }: ServerDeps,
  origin: string,
  { address, maxBytes }: Probe,
): Promise<OutsideResponse | string> {
  const headers = { 'user-agent': 'Sitecraft-Check/1', 'accept-encoding': 'identity', 'cache-control': 'no-cache' }
  const timeoutMs = outgoing.responseTimeoutMs ?? TIMEOUT_MS
  try {
    const url = new URL(address, origin)
    return await requestOutside({ method: 'GET', url, headers, maxBytes, timeoutMs }, outgoing)
  } catch (error) {
    return describeRequestError(error, timeoutMs, '访问域名')
  }
}

/** Home, a list, five articles, an address that does not exist, and a redirect. */
async function sampleOf(deps: ServerDeps, { target, deploymentId }: Checked): Promise<Probe[]> {
  const { id: targetId, siteId, basePath } = target
  const record = await readBuiltRecord(deps, siteId)
  const pages = [...(record?.pages.values() ?? [])].map(({ page }) => page)
  const changed = new Set(await changedPaths(deps, deploymentId))
  const pick = (kind: 'column' | 'entry', count: number): string[] =>
    pages
      .filter((page) => page.kind === kind)
      .toSorted((a, b) => Number(changed.has(b.path)) - Number(changed.has(a.path)) || b.entryId - a.entryId)
      .slice(0, count)
      .map(({ path }) => path)
  const rules = (await readActiveRules(deps.db, siteId)).flatMap(({ source, target: to }) => {
    const path = fileAt(source)
    return path === null ? [] : [{ source, path, to: localAddress(to, basePath) }]
  })
  const [rule] = rules
  const paths = ['index.html', ...pick('column', 1), ...pick('entry', ARTICLES), ...(rule ? [rule.path] : [])]
  const rows = await deps.db
    .selectFrom('target_file')
    .selectAll()
    .where('targetId', '=', targetId)
    .where('path', 'in', paths)
    .execute()
  const files = new Map(rows.map((row) => [row.path, row]))
  const probes = [...new Set(paths)].flatMap((path) => {
    const file = files.get(path)
    if (!file || file.sha256 === '' || file.sizeBytes > MAX_BYTES) return []
    return path === rule?.path ? redirectProbe(rule, file, basePath) : pageProbe(file, basePath)
  })
  return [...probes, missingProbe(basePath)]
}

async function changedPaths({ db }: ServerDeps, deploymentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deployment_change')
    .select('path')
    .where('deploymentId', '=', deploymentId)
    .where('afterDigest', '<>', '')
    .limit(10_000)
    .execute()
  return rows.map(({ path }) => path)
}

/** The address at which visitors find a file. */
export const addressOf = (path: string, basePath: string): string =>
  encodeURI(`${basePath}/${path.replace(/(^|\/)index\.html$/, '$1')}`).replace(/[?#]/g, encodeURIComponent)

const decode = (address: string): string => {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** What a server says is shown, but not whole. */
const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const statusProblem = (address: string, { status, headers }: OutsideResponse): string => {
  const to = headers.location === undefined ? '' : `并跳转到 ${shorten(headers.location)}`
  return `“${decode(address)}”返回 ${status}${to}，应为 200`
}

const isSameBody = (file: TargetFileRow, { body }: OutsideResponse): boolean =>
  body.length === file.sizeBytes && createHash('sha256').update(body).digest('hex') === file.sha256

function pageProbe(file: TargetFileRow, basePath: string): Probe {
  const address = addressOf(file.path, basePath)
  return {
    address,
    maxBytes: file.sizeBytes + 1,
    findProblem: (response) => {
      if (response.status !== 200) return statusProblem(address, response)
      return isSameBody(file, response)
        ? ''
        : `“${decode(address)}”的内容与发布的不同，可能是 CDN 缓存还没有更新，或域名指向了另一个文件夹`
    },
  }
}

/** A web server with rules redirects; others show the page that leads on. */
function redirectProbe(rule: { source: string; to: string }, file: TargetFileRow, basePath: string): Probe {
  const page = pageProbe(file, basePath)
  return {
    ...page,
    findProblem: (response) => {
      const { location } = response.headers
      if (response.status >= 300 && response.status < 400 && location !== undefined)
        return isSameAddress(location, rule.to) ? '' : `“${rule.source}”跳转到 ${shorten(location)}，应为 ${rule.to}`
      if (response.status !== 200) return statusProblem(page.address, response)
      return isSameBody(file, response) ? '' : `“${rule.source}”没有跳转到 ${rule.to}`
    },
  }
}

/** Servers answer with whole addresses or with paths, and encode more or less; a path of the site is compared without its host. */
function isSameAddress(location: string, to: string): boolean {
  const normalize = (text: string): string | undefined => {
    const url = URL.parse(text, 'https://check.invalid')
    if (!url) return undefined
    const path = decode(url.pathname) + url.search + url.hash
    return to.startsWith('/') ? path : `${url.host}${path}`
  }
  return normalize(location) === normalize(to)
}

function missingProbe(basePath: string): Probe {
  const address = addressOf(`sitecraft-check-${randomBytes(6).toString('hex')}.html`, basePath)
  return {
    address,
    maxBytes: ERROR_BYTES,
    findProblem: ({ status }) =>
      status === 404 ? '' : `不存在的网址返回 ${status}，应为 404，请按“服务器配置”设置网站服务器`,
  }
}
