import { ArrowForwardRegular, EditRegular, OpenRegular } from '@fluentui/react-icons'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export const KINDS = { page: '页面', picture: '图片', file: '文件', external: '外部链接' } as const

/** The origin of the link, as text. */
export function sourceOf({ source, file, line, entryTitle }: DeadLink): string {
  if (source === 'template') return `模板 ${file} 第 ${line} 行`
  return source === 'entry' ? `内容“${entryTitle}”` : '由模板生成的地址'
}

interface RowActionsOptions {
  places: (row: DeadLink) => void
  redirect: (row: DeadLink) => void
  /** null when the back office has nothing to open. */
  edit: (row: DeadLink) => (() => void) | null
}

export const columnsOf = ({ places, redirect, edit }: RowActionsOptions): TableColumn<DeadLink>[] => [
  { key: 'address', title: '失效的地址', render: (row) => row.address },
  {
    key: 'kind',
    title: '类型',
    width: '104px',
    render: ({ kind }) => (
      <StateBadges badges={[{ title: KINDS[kind], color: kind === 'external' ? 'warning' : 'danger' }]} />
    ),
  },
  { key: 'reason', title: '原因', width: '20%', render: (row) => row.reason },
  { key: 'source', title: '来自', width: '22%', render: sourceOf },
  { key: 'pages', title: '所在页面', width: '96px', align: 'end', render: (row) => `${row.pages} 个` },
  {
    key: 'actions',
    title: '操作',
    width: '148px',
    align: 'end',
    pin: 'end',
    render: (row) => {
      const run = edit(row)
      return (
        <RowActions
          row={row.address}
          actions={[
            { title: '查看所在页面', icon: OpenRegular, run: () => places(row) },
            {
              title: '添加跳转',
              icon: ArrowForwardRegular,
              refusal: row.canRedirect ? null : '只有本站的页面地址可以跳转',
              run: () => redirect(row),
            },
            {
              title: row.source === 'entry' ? '编辑内容' : row.folder === '' ? '打开模板列表' : '打开模板文件',
              icon: EditRegular,
              refusal: run ? null : '请在对应的栏目或模板中修改',
              run: run ?? (() => undefined),
            },
          ]}
        />
      )
    },
  },
]
