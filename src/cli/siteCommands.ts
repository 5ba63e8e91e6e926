import { setTimeout as sleep } from 'node:timers/promises'
import type { Column } from '#shared/contract/column.ts'
import type { Job } from '#shared/contract/job.ts'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import type { Site } from '#shared/contract/site.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { type CliArgs, EXIT_CODES } from './args.ts'
import type { Ask, CliContext, Outcome } from './control.ts'
import { chooseWorkspaces } from './workspaces.ts'

/** Interval of looks at a job, ms. */
const LOOK_MS = 300
/** Sites, templates and targets of one answer. */
const ALL = { page: 1, size: 1000 }

const nameOf = ({ id, title, symbol }: Site) => ({ id, title, symbol })

/** build: builds the static pages of one site or of all; with --all a failure does not stop the others. */
export async function build(args: CliArgs, ask: Ask, place: CliContext): Promise<{ json: object; code: number }> {
  const sites = args.all ? await readSites(ask) : [await chooseSite(args, ask, place)]
  const outcomes: Outcome[] = []
  for (const site of sites) {
    try {
      outcomes.push(await buildOne(site, args, ask, place))
    } catch (error) {
      if (!args.all || !(error instanceof AppError)) throw error
      if (!args.json) place.err(`${site.title}：${error.message}`)
      outcomes.push({ code: EXIT_CODES.refused, json: { ...nameOf(site), error: error.message } })
    }
  }
  const code = Math.max(EXIT_CODES.fine, ...outcomes.map((each) => each.code))
  return { code, json: { sites: outcomes.map(({ json }) => json) } }
}

const idsOf = (tree: readonly Column[]): number[] => tree.flatMap(({ id, child }) => [id, ...idsOf(child)])

async function buildOne(site: Site, args: CliArgs, ask: Ask, place: CliContext): Promise<Outcome> {
  const { id: siteId, title } = site
  const menuIds = idsOf(await ask('column.getTree', { siteId, showHiddenMenu: true })).map((id) => ({ id }))
  if (menuIds.length === 0) throw new AppError('conflict', `站点“${title}”还没有栏目，无法生成`)
  const queued = await ask('statics.buildHTML', { siteId, menuIds })
  if (!queued) throw new AppError('bad-answer', '服务器没有返回任务编号，请在站匠的“静态生成”中生成')
  const { jobId } = queued
  const job = await follow(jobId, title, args, ask, place)
  if (job.state !== 'done') return ended(site, job, args, place)
  const { report } = await ask('statics.state', { id: siteId })
  const problems = report?.problems ?? []
  if (!args.json)
    place.out(
      [
        `${title}：已生成 ${report?.pages ?? 0} 页，更新 ${report?.written ?? 0} 个文件，删除 ${report?.removed ?? 0} 个`,
        ...problems.map(({ page, file, line, message }) => {
          const at = file === '' ? '' : `${file}${line > 0 ? `:${line}` : ''}，`
          return `  问题  ${at}${page}：${message}`
        }),
      ].join('\n'),
    )
  const json = { ...nameOf(site), jobId, state: job.state, message: job.message, report }
  return { code: problems.length > 0 ? EXIT_CODES.differs : EXIT_CODES.fine, json }
}

function ended(site: Site, { id, state, message }: Job, { json }: CliArgs, { err }: CliContext): Outcome {
  if (!json) err(`${site.title}：${state === 'cancelled' ? '已取消' : `生成失败：${message}`}`)
  return { code: EXIT_CODES.differs, json: { ...nameOf(site), jobId: id, state, message, report: null } }
}

/** deploy: brings the last build of the site to a publish target and waits for the end. */
export async function deploy(args: CliArgs, ask: Ask, place: CliContext): Promise<{ json: object; code: number }> {
  const site = await chooseSite(args, ask, place)
  const target = await chooseTarget(args.target, site, ask)
  const agreed = { agreesForeign: args.yes, agreesRemoval: args.yes }
  const { jobId } = await ask('publishTarget.deploy', { id: target.id, ...agreed })
  const job = await follow(jobId, target.name, args, ask, place)
  const { content } = await ask('publishTarget.deployments', { targetId: target.id, ...ALL, size: 10 })
  // A job that ends before its turn has no deployment.
  const found = content.find(({ id, createDate }) => id === job.resultId || createDate >= job.createDate)
  const deployment = found && job.state !== 'cancelled' ? found : null
  const isDone = deployment?.state === 'done'
  if (!args.json) {
    const why = deployment?.message || job.message
    if (deployment && isDone)
      place.out(
        [
          `${target.name}：已发布，写入 ${deployment.written} 个文件（${formatBytes(deployment.bytes)}），删除 ${deployment.removed} 个`,
          ...deployment.warnings.map((text) => `  警告  ${text}`),
        ].join('\n'),
      )
    else if (deployment?.state === 'confirm')
      place.err(
        `${target.name}：${[`${why}。使用 --yes 继续`, ...deployment.foreign.map((path) => `  ${path}`)].join('\n')}`,
      )
    else place.err(`${target.name}：${job.state === 'cancelled' ? '已取消' : `发布失败：${why}`}`)
  }
  const json = { site: nameOf(site), target: { id: target.id, name: target.name }, jobId, deployment }
  return { code: isDone ? EXIT_CODES.fine : EXIT_CODES.differs, json }
}

/** Waits for a job, and prints its steps for people. */
async function follow(jobId: number, name: string, { json }: CliArgs, ask: Ask, { out }: CliContext): Promise<Job> {
  for (let said = ''; ;) {
    const job = await ask('job.findById', { id: jobId })
    if (job.endDate !== '') return job
    const line = `${name}：${job.progress}% ${job.message}`
    if (!json && job.message !== '' && line !== said) out(line)
    said = line
    await sleep(LOOK_MS)
  }
}

const readSites = async (ask: Ask): Promise<Site[]> => (await ask('site.page', ALL)).content

const listOf = (names: readonly string[]): string => names.join('、')

/** The site that is named, or that uses the template of the current folder's workspace, or the only one. */
async function chooseSite(args: CliArgs, ask: Ask, { cwd }: CliContext): Promise<Site> {
  const sites = await readSites(ask)
  if (args.site !== '') return onlyOne(sites.filter(isNamed(args.site)), args.site, sites)
  const [only] = sites
  if (only && sites.length === 1) return only
  const here = await sitesHere(sites, ask, cwd)
  if (here.length === 1 && here[0]) return here[0]
  const titles = (here.length > 1 ? here : sites).map(({ title }) => title)
  if (titles.length === 0) throw new AppError('not-found', '没有可用的站点')
  throw new UsageError(`有 ${titles.length} 个站点，请用 --site 指定一个：${listOf(titles)}`)
}

/** The line lacks something, or names what is not there. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('invalid', message)
  }
}

const isNamed =
  (name: string) =>
  ({ id, title, symbol }: Site): boolean =>
    [String(id), title, symbol].includes(name)

function onlyOne(found: readonly Site[], name: string, all: readonly Site[]): Site {
  const [first, second] = found
  if (first && second)
    throw new UsageError(`有多个名为“${name}”的站点，请指定标识符：${listOf(found.map(({ symbol }) => symbol))}`)
  if (!first) throw new UsageError(`站点“${name}”不存在，现有站点：${listOf(all.map(({ title }) => title))}`)
  return first
}

/** Sites that use the template of the current folder's workspace, or the template that it is a draft of. */
async function sitesHere(sites: readonly Site[], ask: Ask, cwd: string): Promise<Site[]> {
  const workspaces = await ask('workspaces.list', {})
  const chosen = await chooseWorkspaces(workspaces, { workspace: '', all: false }, cwd)
  if ('wrong' in chosen) return []
  const [workspace] = chosen
  if (!workspace) return []
  const { templateId } = await ask('templateDraft.find', { folder: workspace.folder })
  return sites.filter((site) => site.templateId === templateId)
}

async function chooseTarget(name: string, { id: siteId, title }: Site, ask: Ask): Promise<PublishTarget> {
  const { content } = await ask('publishTarget.page', { siteId, ...ALL })
  const found = content.filter((target) => target.name === name)
  const [first, second] = found.length > 0 ? found : content.filter(({ id }) => String(id) === name)
  if (first && second)
    throw new UsageError(`有多个名为“${name}”的发布目标，请指定编号：${listOf(found.map(({ id }) => String(id)))}`)
  if (first) return first
  const names = content.map((target) => target.name)
  throw new UsageError(
    `站点“${title}”没有发布目标“${name}”，${names.length === 0 ? '请先在站匠的“发布目标”中新增' : `现有目标：${listOf(names)}`}`,
  )
}
