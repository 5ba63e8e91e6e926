import { parseArgs } from 'node:util'

export const COMMANDS = ['status', 'sync', 'pull', 'push', 'preview'] as const
export type Command = (typeof COMMANDS)[number]

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
  only: string[]
  dryRun: boolean
  all: boolean
  json: boolean
  /** Path of the data folder, absolute or relative; '' for the default one. */
  data: string
}

export const HELP = `用法：sitecraft <命令> [工作区] [选项]

对正在运行的站匠发出同步命令，供构建脚本和定时任务使用。请先打开站匠（窗口或浏览器版）。

命令：
  status    显示工作区的状态：是否一致、冲突、等待确认
  sync      双向同步一次，完成后返回（也可用于暂停的工作区）
  pull      只把服务器上的改动下载到本地；保留本地独有的文件
  push      只把本地的改动上传到服务器；保留服务器独有的文件
  preview   用本地文件生成网站的页面，显示预览地址，并检查模板；地址在站匠关闭前有效

工作区：
  可以是模板名称、模板文件夹、本地文件夹或工作区编号。省略时为当前目录所在的工作区；
  只有一个工作区时即为该工作区。status 省略时显示全部。

选项：
  --only <规则>   只处理符合规则的文件，写法同 .gitignore，可以多次使用，例如 --only "css/**"
  --dry-run       只显示将执行的操作，不改动任何文件
  --all           sync、pull、push、preview 处理全部工作区
  --json          输出 JSON，供程序读取
  --data <目录>   站匠的数据目录（也可用环境变量 SITECRAFT_DATA）
  -h, --help      显示帮助

退出码：
  0  文件一致，或已完成
  1  有差异、冲突、失败的文件，或等待确认（安全停止）；preview：模板有错误
  2  命令格式错误
  3  站匠未运行
  4  站匠无法执行（未登录、工作区不存在等），原因见输出`

/** Parses the arguments; `wrong` is a message for people. */
export function parseCliArgs(argv: readonly string[]): CliArgs | 'help' | { wrong: string } {
  const read = parseOptions(argv)
  if ('wrong' in read) return read
  const { values, positionals } = read
  const [name = '', workspace = '', ...more] = positionals
  if (values.help || name === 'help' || (name === '' && argv.length === 0)) return 'help'
  const command = COMMANDS.find((each) => each === name)
  if (!command) return { wrong: name === '' ? '请写明命令，例如 sitecraft status' : `未知命令“${name}”` }
  if (more.length > 0) return { wrong: `一次只能指定一个工作区，多余的参数：${more.join(' ')}` }
  if (values.all && workspace !== '') return { wrong: '--all 不能与工作区同时使用' }
  if (values.only.some((rule) => rule.trim() === '')) return { wrong: '请在 --only 后指定规则，例如 --only "css/**"' }
  if (command === 'status' && (values.only.length > 0 || values['dry-run']))
    return { wrong: 'status 不支持 --only 和 --dry-run，请用 sync --dry-run' }
  if (command === 'preview' && (values.only.length > 0 || values['dry-run']))
    return { wrong: 'preview 不支持 --only 和 --dry-run' }
  return {
    command,
    workspace,
    only: values.only,
    dryRun: values['dry-run'],
    all: values.all,
    json: values.json,
    data: values.data,
  }
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
