import { parseArgs } from 'node:util'

/** Commands on local copies of templates. */
const WORKSPACE_COMMANDS = ['status', 'sync', 'pull', 'push', 'preview', 'check', 'publish'] as const
/** Commands on sites of the server. */
const SITE_COMMANDS = ['build', 'deploy'] as const
export const COMMANDS = [...WORKSPACE_COMMANDS, ...SITE_COMMANDS] as const
export type Command = (typeof COMMANDS)[number]
export type SiteCommand = (typeof SITE_COMMANDS)[number]
export type WorkspaceCommand = (typeof WORKSPACE_COMMANDS)[number]

export const isSiteCommand = (command: Command): command is SiteCommand =>
  SITE_COMMANDS.some((each) => each === command)

/** Whether the first argument requests HELP. */
export const isHelp = (first: string): boolean => ['-h', '--help', 'help'].includes(first)

/** Exit codes of the process. */
export const EXIT_CODES = {
  /** Everything is in sync, or was synced. */
  fine: 0,
  /** Something differs, is in conflict, failed or waits for confirmation. */
  differs: 1,
  usage: 2,
  notRunning: 3,
  /** The program refused the command or failed. */
  refused: 4,
} as const

export interface CliArgs {
  command: Command
  /** The name, folder or id of a workspace; '' for the workspace of the current folder. */
  workspace: string
  /** Of `deploy`: the name or id of a publish target. */
  target: string
  /** The name, symbol or id of a site; '' for the site of the current folder's workspace. */
  site: string
  /** Agrees to what `deploy` would ask. */
  yes: boolean
  only: string[]
  dryRun: boolean
  all: boolean
  json: boolean
  /** Path of the data folder, absolute or relative; '' for the default one. */
  data: string
}

export const HELP = `用法：sitecraft <命令> [工作区] [选项]
      sitecraft build [选项]
      sitecraft deploy <发布目标> [选项]

对正在运行的站匠发出命令，供构建脚本和定时任务使用。请先打开站匠（窗口或浏览器版）。

命令：
  status    显示工作区的状态：是否一致、冲突、等待确认
  sync      双向同步一次，完成后返回（也可用于暂停的工作区）
  pull      只把服务器上的改动下载到本地；保留本地独有的文件
  push      只把本地的改动上传到服务器；保留服务器独有的文件
  preview   用本地文件生成网站的页面，显示预览地址，并检查模板；地址在站匠关闭前有效
  check     检查本地的模板文件，列出错误和警告
  publish   把模板草稿中的更改发布到线上模板
  build     生成站点的静态页面，完成后返回
  deploy    把上次生成的静态页面发布到一个发布目标，显示进度，完成后返回

工作区：
  可以是模板名称、模板文件夹、本地文件夹或工作区编号。省略时为当前目录所在的工作区；
  只有一个工作区时即为该工作区。status 省略时显示全部。

选项：
  --only <规则>   只处理符合规则的文件，写法同 .gitignore，可以多次使用，例如 --only "css/**"
  --dry-run       只显示将执行的操作，不改动任何文件
  --all           sync、pull、push、preview、check、publish 处理全部工作区；build 生成全部站点
  --site <站点>   build、deploy 的站点：名称、标识符或编号。省略时为使用当前工作区模板的站点；只有一个站点时即为该站点
  --yes           deploy 需要确认时（替换目标上的其他文件、删除超过三分之一的网页）直接继续
  --json          输出 JSON，供程序读取
  --data <目录>   站匠的数据目录（也可用环境变量 SITECRAFT_DATA）
  -h, --help      显示帮助

退出码：
  0  文件一致，或已完成
  1  有差异、冲突、失败的文件，或等待确认（安全停止）；preview、check：模板有错误；publish：有冲突；
     build：有页面没有生成；deploy：发布失败或等待确认
  2  命令格式错误
  3  站匠未运行
  4  站匠无法执行（未登录、没有权限等），原因见输出`

/** Parses the arguments; `wrong` is a message for people. */
export function parseCliArgs(argv: readonly string[]): CliArgs | 'help' | { wrong: string } {
  const read = parseOptions(argv)
  if ('wrong' in read) return read
  const { values, positionals } = read
  const [name = '', second = '', ...more] = positionals
  if (values.help || name === 'help' || (name === '' && argv.length === 0)) return 'help'
  const command = COMMANDS.find((each) => each === name)
  if (!command) return { wrong: name === '' ? '请写明命令，例如 sitecraft status' : `未知命令“${name}”` }
  const given: GivenArgs = { command, second, more, values }
  const wrong = isSiteCommand(command) ? wrongForSite(given) : wrongForWorkspace(given)
  if (wrong !== null) return { wrong }
  return {
    command,
    workspace: isSiteCommand(command) ? '' : second,
    target: command === 'deploy' ? second : '',
    site: values.site,
    yes: values.yes,
    only: values.only,
    dryRun: values['dry-run'],
    all: values.all,
    json: values.json,
    data: values.data,
  }
}

interface GivenArgs {
  command: Command
  second: string
  more: readonly string[]
  values: { only: string[]; 'dry-run': boolean; all: boolean; site: string; yes: boolean }
}

function wrongForSite({ command, second, more, values }: GivenArgs): string | null {
  if (command === 'deploy' && second === '') return '请在 deploy 后写明发布目标，例如 sitecraft deploy 正式'
  const rest = command === 'deploy' ? more : [second, ...more].filter((each) => each !== '')
  if (rest.length > 0)
    return `${command === 'build' ? 'build 用 --site 指定站点' : '一次只能指定一个发布目标'}，多余的参数：${rest.join(' ')}`
  if (values.only.length > 0 || values['dry-run']) return `${command} 不支持 --only 和 --dry-run`
  if (command === 'deploy' && values.all) return 'deploy 不支持 --all'
  if (command === 'build' && values.yes) return 'build 不支持 --yes'
  return values.all && values.site !== '' ? '--all 不能与 --site 同时使用' : null
}

function wrongForWorkspace({ command, second, more, values }: GivenArgs): string | null {
  if (more.length > 0) return `一次只能指定一个工作区，多余的参数：${more.join(' ')}`
  if (values.all && second !== '') return '--all 不能与工作区同时使用'
  if (values.site !== '' || values.yes) return `${command} 不支持 --site 和 --yes`
  if (values.only.some((rule) => rule.trim() === '')) return '请在 --only 后指定规则，例如 --only "css/**"'
  const isNarrowed = values.only.length > 0 || values['dry-run']
  if (command === 'status' && isNarrowed) return 'status 不支持 --only 和 --dry-run，请用 sync --dry-run'
  return isNarrowed && ['preview', 'check', 'publish'].includes(command)
    ? `${command} 不支持 --only 和 --dry-run`
    : null
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        'dry-run': { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        site: { type: 'string', default: '' },
        yes: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        data: { type: 'string', default: '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const option = /'(-[^' ]*)/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
    return { wrong: option === '' ? '选项格式错误' : `选项 ${option} 有误：选项不存在，或缺少值` }
  }
}
