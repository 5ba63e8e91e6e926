import { Badge, Tooltip } from '@fluentui/react-components'
import { DeleteRegular, EditRegular, PlayRegular } from '@fluentui/react-icons'
import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import type { EditRemove } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { FOLLOW_LABELS, FOLLOWS } from './ruleForm.ts'

export interface RuleActions extends EditRemove<CopyRule> {
  setRunning: (id: number, isRun: boolean) => Promise<unknown>
  run: (rule: CopyRule) => void
}

export const nameOf = ({ title }: CopyRule): string => title

export const columnsOf = (actions: RuleActions): TableColumn<CopyRule>[] => [
  { key: 'title', title: '规则标题', width: '18%', minWidth: 180, render: nameOf },
  {
    key: 'isRun',
    title: '自动复制',
    width: '88px',
    render: ({ id, title, isRun }) => (
      <SwitchCell checked={isRun} label={`自动复制 ${title}`} change={(next) => actions.setRunning(id, next)} />
    ),
  },
  // Placed before the columns that a small window scrolls away, so that a broken rule is visible.
  { key: 'isStatus', title: '状态', width: '72px', render: (rule) => <Status rule={rule} /> },
  { key: 'rules', title: '匹配字段', width: '80px', render: ({ rules }) => `${rules.length} 个` },
  { key: 'sourceSite', title: '源站点', width: '10%', minWidth: 90, render: (rule) => rule.sourceSiteInfo.title },
  { key: 'sourceMenu', title: '源站栏目', width: '10%', minWidth: 90, render: (rule) => rule.sourceMenuInfo.title },
  { key: 'targetSite', title: '目标站点', width: '10%', minWidth: 90, render: (rule) => rule.targetSiteInfo.title },
  { key: 'targetMenu', title: '目标站栏目', width: '106px', render: (rule) => rule.targetMenuInfo.title },
  { key: 'follows', title: '跟随来源', width: '104px', render: formatFollows },
  { key: 'copied', title: '已复制', width: '72px', render: ({ copied }) => String(copied) },
  { key: 'createDate', title: '创建时间', width: '160px', render: ({ createDate }) => createDate },
  {
    key: 'actions',
    title: '操作',
    width: '120px',
    pin: 'end',
    render: (rule) => (
      <RowActions
        row={rule.title}
        actions={[
          {
            title: '立即执行',
            icon: PlayRegular,
            refusal: rule.isStatus ? null : rule.problem,
            run: () => actions.run(rule),
          },
          { title: '编辑', icon: EditRegular, run: () => actions.edit(rule) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(rule) },
        ]}
      />
    ),
  },
]

/** The changes of the source that copies follow. */
const formatFollows = (rule: CopyRule): string =>
  FOLLOWS.filter((name) => rule[name])
    .map((name) => FOLLOW_LABELS[name])
    .join('、') || '—'

/** Whether the rule can copy; the tooltip shows the problem. */
function Status({ rule: { isStatus, problem } }: { rule: CopyRule }) {
  if (isStatus)
    return (
      <Badge appearance="tint" color="success">
        正常
      </Badge>
    )
  return (
    <Tooltip relationship="description" content={problem}>
      <Badge appearance="tint" color="danger" tabIndex={0}>
        失效
      </Badge>
    </Tooltip>
  )
}
