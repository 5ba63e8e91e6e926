import { parseArgs } from 'node:util'

export const COMMANDS = ['status', 'sync', 'pull', 'push', 'preview'] as const
export type Command = (typeof COMMANDS)[number]

/** Is this first argument the wish for HELP? */
export const isHelp = (first: string): boolean => ['-h', '--help', 'help'].includes(first)

/** What the process ends with. */
export const EXIT = {
  /** All is in step, or was brought in step. */
  fine: 0,
  /** Something differs, is in conflict, failed or waits for an answer. */
  differs: 1,
  usage: 2,
  notRunning: 3,
  /** The program refused or could not do it. */
  refused: 4,
} as const

export interface CliArgs {
  command: Command
  /** A workspace as people name it; '' for the one of the current folder. */
  workspace: string
  only: string[]
  dryRun: boolean
  all: boolean
  json: boolean
  /** Absolute or relative; '' for the usual one. */
  data: string
}

export const HELP = `用法：sitecraft <命令> [工作区] [选项]

对正在运行的站匠发出同步命令，供构建脚本和定时任务使用。站匠（窗口或浏览器版）要先打开。

命令：
  status    显示工作区的状态：是否两边一致、冲突、等待确认
  sync      双向同步一次，做完才返回（暂停的工作区也可以）
  pull      只把服务器上的修改拿到本地；本地独有的文件保留
  push      只把本地的修改传到服务器；服务器独有的文件保留
  preview   用本地文件画出网站的页面，给出预览地址，并检查模板；地址在站匠关闭之前有效

工作区：
  可以写模板名称、模板文件夹、本地文件夹或工作区编号。不写时是当前目录所在的工作区；
  只有一个工作区时就是它。status 不写时显示全部。

选项：
  --only <规则>   只处理符合规则的文件，写法同 .gitignore，可以写多次，例如 --only "css/**"
  --dry-run       只显示将要做什么，不动任何文件
  --all           sync、pull、push、preview 处理全部工作区
  --json          输出一个 JSON，供程序读取
  --data <目录>   站匠的数据目录（也可以用环境变量 SITECRAFT_DATA）
  -h, --help      显示这份说明

返回值：
  0  两边一致，或已经做完
  1  有差异、冲突、失败的文件，或在等您确认（安全停止）；preview：模板有错误
  2  命令写得不对
  3  站匠没有运行
  4  站匠不能做这件事（没有登录、工作区不存在等），原因在输出里`

/** What was asked for; a text for what is wrong with it. */
export function readArgs(argv: readonly string[]): CliArgs | 'help' | { wrong: string } {
  const read = parsed(argv)
  if ('wrong' in read) return read
  const { values, positionals } = read
  const [name = '', workspace = '', ...more] = positionals
  if (values.help || name === 'help' || (name === '' && argv.length === 0)) return 'help'
  const command = COMMANDS.find((each) => each === name)
  if (!command) return { wrong: name === '' ? '请写明命令，例如 sitecraft status' : `没有“${name}”这个命令` }
  if (more.length > 0) return { wrong: `一次只能写一个工作区，多出了“${more.join(' ')}”` }
  if (values.all && workspace !== '') return { wrong: '--all 不能和工作区一起写' }
  if (values.only.some((rule) => rule.trim() === '')) return { wrong: '--only 后面要写规则，例如 --only "css/**"' }
  if (command === 'status' && (values.only.length > 0 || values['dry-run']))
    return { wrong: 'status 没有 --only 和 --dry-run，请用 sync --dry-run' }
  if (command === 'preview' && (values.only.length > 0 || values['dry-run']))
    return { wrong: 'preview 没有 --only 和 --dry-run' }
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

function parsed(argv: readonly string[]) {
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
    return { wrong: option === '' ? '选项写得不对' : `选项 ${option} 不对：没有这个选项，或少了它的值` }
  }
}
