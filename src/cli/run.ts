import { resolve } from 'node:path'
import type { PlanItem, TransferResult, Workspace } from '#shared/contract/workspace.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { type CliArgs, EXIT_CODES, HELP, isSiteCommand, parseCliArgs } from './args.ts'
import { type Ask, type CliContext, openControl, type Outcome } from './control.ts'
import { build, deploy, UsageError } from './siteCommands.ts'
import { check, codeOf, issueLines, type Issues, publish } from './templateCommands.ts'
import { chooseWorkspaces } from './workspaces.ts'
import { NotRunningError } from '#services/control/client.ts'

const NOT_RUNNING = '站匠未运行。请先打开站匠（或 npm start -- --browser），再执行命令'

/** Runs one command; returns the exit code (args.ts). */
export async function runCli(argv: readonly string[], place: CliContext): Promise<number> {
  const args = parseCliArgs(argv)
  if (args === 'help') {
    place.out(HELP)
    return EXIT_CODES.fine
  }
  if ('wrong' in args) {
    // With --json the output is always JSON.
    if (argv.includes('--json')) place.out(JSON.stringify({ command: null, code: EXIT_CODES.usage, error: args.wrong }))
    else place.err(`${args.wrong}。用 sitecraft --help 查看说明`)
    return EXIT_CODES.usage
  }
  try {
    return await runCommand(args, place)
  } catch (error) {
    if (error instanceof NotRunningError) return refuse(args, place, EXIT_CODES.notRunning, NOT_RUNNING)
    if (error instanceof UsageError) return refuse(args, place, EXIT_CODES.usage, error.message)
    if (error instanceof AppError) return refuse(args, place, EXIT_CODES.refused, error.message)
    throw error
  }
}

function refuse({ command, json }: CliArgs, { out, err }: CliContext, code: number, reason: string): number {
  if (json) out(JSON.stringify({ command, code, error: reason }))
  else err(reason)
  return code
}

async function runCommand(args: CliArgs, place: CliContext): Promise<number> {
  const { command, json } = args
  const ask = openControl(args.data === '' ? place.dataDir : resolve(place.cwd, args.data))
  if (isSiteCommand(command)) {
    const { code, json: result } = await (command === 'build' ? build : deploy)(args, ask, place)
    if (json) place.out(JSON.stringify({ command, code, ...result }))
    return code
  }
  const all = await ask('workspaces.list', {})
  if (command === 'status' && args.workspace === '') return status(all, json, place)
  const chosen = await chooseWorkspaces(all, args, place.cwd)
  if ('wrong' in chosen)
    return refuse(args, place, all.length === 0 ? EXIT_CODES.refused : EXIT_CODES.usage, chosen.wrong)
  if (command === 'status') return status(chosen, json, place)
  if (command === 'preview')
    return finish(await forEach(chosen, args, place, (workspace) => preview(workspace, json, ask, place)), args, place)
  if (command === 'check' || command === 'publish') {
    const work = command === 'check' ? check : publish
    const print = json ? () => undefined : place.out
    const outcomes = await forEach(chosen, args, place, async (workspace) => {
      const { code, json: result } = await work(workspace, ask, print)
      return { code, json: { ...toNameJson(workspace), ...result } }
    })
    return finish(outcomes, args, place)
  }
  const { only, dryRun } = args
  const results = await forEach(chosen, args, place, async (workspace) => {
    const result = await ask('workspaces.transfer', { id: workspace.id, direction: command, only, dryRun })
    if (!json) place.out(formatTransfer(workspace, result, dryRun))
    return {
      code: isDone(result, dryRun) ? EXIT_CODES.fine : EXIT_CODES.differs,
      json: { ...toNameJson(workspace), ...result },
    }
  })
  return finish(results, args, place)
}

/** Runs the work for each workspace; with --all an error does not stop the others. */
async function forEach(
  chosen: readonly Workspace[],
  { all, json }: CliArgs,
  { err }: CliContext,
  work: (workspace: Workspace) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const workspace of chosen) {
    try {
      outcomes.push(await work(workspace))
    } catch (error) {
      if (!all || !(error instanceof AppError)) throw error
      if (!json) err(`${workspace.templateName}：${error.message}`)
      outcomes.push({ code: EXIT_CODES.refused, json: { ...toNameJson(workspace), error: error.message } })
    }
  }
  return outcomes
}

/** Prints the JSON and returns the highest exit code. */
function finish(outcomes: readonly Outcome[], { command, json }: CliArgs, { out }: CliContext): number {
  const code = Math.max(EXIT_CODES.fine, ...outcomes.map((each) => each.code))
  if (json) out(JSON.stringify({ command, code, workspaces: outcomes.map((each) => each.json) }))
  return code
}

type PreviewResult = { workspace: Workspace; shown: OutputOf<'livePreview.start'>; issues: Issues }

/** Starts a preview of the local files; prints its address and the issues of the templates. */
async function preview(workspace: Workspace, json: boolean, ask: Ask, { out }: CliContext): Promise<Outcome> {
  const shown = await ask('livePreview.start', { id: workspace.id })
  const issues = await ask('livePreview.check', { id: workspace.id })
  if (!json) out(formatPreview({ workspace, shown, issues }))
  const { href, pages, siteId, isOffline, dataDate } = shown
  return {
    code: codeOf(issues),
    json: { ...toNameJson(workspace), href, pages, siteId, isOffline, dataDate, issues },
  }
}

function formatPreview({
  workspace: { templateName },
  shown: { href, pages, isOffline, dataDate },
  issues,
}: PreviewResult) {
  const date = dataDate === '' ? '' : formatDateTime(Date.parse(dataDate))
  return [
    `${templateName}：${href}`,
    `  ${pages.length} 个页面${isOffline ? `；无法连接服务器，使用 ${date} 的数据` : ''}`,
    ...issueLines(issues),
  ].join('\n')
}

const isDone = ({ items, left, halt }: TransferResult, dryRun: boolean): boolean =>
  left.length === 0 && !halt && (!dryRun || items.length === 0)

const toNameJson = ({ id, templateName, folder, localPath }: Workspace) => ({ id, templateName, folder, localPath })

const STATES: Record<Workspace['state'], string> = {
  starting: '正在启动',
  idle: '两边一致',
  syncing: '正在同步',
  offline: '无法连接服务器',
  'signed-out': '未登录',
  paused: '已暂停',
  halted: '等待确认',
  locked: '文件夹被另一个站匠占用',
  failed: '同步失败',
}

const isInSync = ({ state, waiting, conflicts, failed, halt }: Workspace): boolean =>
  ['idle', 'paused'].includes(state) && waiting + conflicts + failed === 0 && !halt

function status(all: readonly Workspace[], json: boolean, { out }: CliContext): number {
  const code = all.every(isInSync) ? EXIT_CODES.fine : EXIT_CODES.differs
  if (json) {
    const workspaces = all.map((workspace) => {
      const { connectionId: _connection, ...shown } = workspace
      return { ...shown, inStep: isInSync(workspace) }
    })
    out(JSON.stringify({ command: 'status', code, workspaces }))
  } else if (all.length === 0) out('还没有同步到本地的模板')
  else for (const workspace of all) out(formatStatus(workspace))
  return code
}

function formatStatus(workspace: Workspace): string {
  const { templateName, localPath, state, message, files, waiting, conflicts, failed } = workspace
  const counts = [
    `${files} 个文件`,
    ...(waiting > 0 ? [`${waiting} 个待同步`] : []),
    ...(conflicts > 0 ? [`${conflicts} 个冲突`] : []),
    ...(failed > 0 ? [`${failed} 个失败`] : []),
  ]
  const title = state === 'idle' && !isInSync(workspace) ? '有差异' : STATES[state]
  return [
    `${templateName}  ${title}（${counts.join('，')}）`,
    `  ${localPath}`,
    ...(message ? [`  ${message}`] : []),
  ].join('\n')
}

const ACTIONS: Record<PlanItem['action'], string> = {
  download: '下载',
  upload: '上传',
  'delete-local': '删除本地',
  'delete-remote': '删除服务器',
  'make-local-folder': '新建本地文件夹',
  'make-remote-folder': '新建服务器文件夹',
  conflict: '冲突',
  adopt: '两边相同',
  skip: '跳过',
}

function formatTransfer(
  { templateName }: Workspace,
  { items, done, left, halt }: TransferResult,
  dryRun: boolean,
): string {
  const title = dryRun
    ? `${templateName}：${items.length === 0 ? '没有需要执行的操作' : `将执行 ${items.length} 项`}`
    : `${templateName}：${done === 0 ? '没有需要执行的操作' : `已执行 ${done} 项`}`
  return [
    title,
    ...items.map(({ action, path }) => `  ${ACTIONS[action]}  ${path}`),
    ...(dryRun ? [] : left.map(({ path, reason }) => `  未完成  ${path}：${reason}`)),
    ...(halt ? [`  等待确认：${halt.message}，请在站匠的“本地同步”中处理`] : []),
  ].join('\n')
}

export { NotRunningError }
