import { Button, makeStyles, tokens, Tooltip } from '@fluentui/react-components'
import {
  ArrowDownloadRegular,
  CopyRegular,
  DeleteRegular,
  DraftsRegular,
  EditRegular,
  FolderOpenRegular,
  FolderSyncRegular,
  type FluentIcon,
} from '@fluentui/react-icons'
import type { Template } from '#shared/contract/template.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'

/** The actions of a template's row. */
export interface TemplateActions {
  files(template: Template): void
  sync(template: Template): void
  draft(template: Template): void
  edit(template: Template): void
  copy(template: Template): void
  exportZip(template: Template): void
  remove(template: Template): void
}

const useStyles = makeStyles({
  actions: { display: 'flex', justifyContent: 'end', gap: tokens.spacingHorizontalXS },
})

/** A·§2: cover image, name, identifier (folder), creation time, and the actions. */
export const columnsOf = (actions: TemplateActions): TableColumn<Template>[] => [
  {
    key: 'cover',
    title: '封面',
    width: '96px',
    render: (row) => <Cover accessPath={row.templatePic} name={row.name} />,
  },
  { key: 'name', title: '名称', render: (row) => row.name },
  { key: 'folder', title: '标识符', width: '20%', render: (row) => row.folder },
  { key: 'createDate', title: '创建时间', width: '180px', render: (row) => row.createDate },
  {
    key: 'actions',
    title: '操作',
    width: '412px',
    align: 'end',
    render: (row) => <Actions template={row} actions={actions} />,
  },
]

function Actions({ template, actions }: { template: Template; actions: TemplateActions }) {
  const styles = useStyles()
  const rest: readonly [string, FluentIcon, (template: Template) => void][] = [
    ['草稿与发布', DraftsRegular, actions.draft],
    ['编辑', EditRegular, actions.edit],
    ['复制', CopyRegular, actions.copy],
    ['导出', ArrowDownloadRegular, actions.exportZip],
    ['删除', DeleteRegular, actions.remove],
  ]
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        icon={<FolderOpenRegular />}
        aria-label={`文件管理 ${template.name}`}
        onClick={() => actions.files(template)}
      >
        文件管理
      </Button>
      <Button
        size="small"
        icon={<FolderSyncRegular />}
        aria-label={`同步到本地 ${template.name}`}
        onClick={() => actions.sync(template)}
      >
        同步到本地
      </Button>
      {rest.map(([title, Icon, run]) => (
        <Tooltip key={title} content={`${title} ${template.name}`} relationship="label">
          <Button size="small" appearance="subtle" icon={<Icon />} onClick={() => run(template)} />
        </Tooltip>
      ))}
    </div>
  )
}
