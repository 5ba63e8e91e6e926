import { Badge } from '@fluentui/react-components'
import { DeleteRegular, DocumentTextRegular, EditRegular, PlayRegular } from '@fluentui/react-icons'
import { PUSH, type WechatRule } from '#shared/contract/wechat.ts'
import type { EditRemove } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

export interface RuleActions extends EditRemove<WechatRule> {
  setRunning: (id: number, isRun: boolean) => Promise<unknown>
  run: (rule: WechatRule) => Promise<void>
  log: (rule: WechatRule) => void
}

export const titleOf = ({ title }: WechatRule): string => title

export const columnsOf = (actions: RuleActions): TableColumn<WechatRule>[] => [
  { key: 'title', title: '标题', minWidth: 140, render: titleOf },
  { key: 'type', title: '数据规则', width: '84px', render: (rule) => <TypeBadge rule={rule} /> },
  {
    key: 'isRun',
    title: '启用',
    width: '76px',
    render: ({ id, title, isRun }) => (
      <SwitchCell checked={isRun} label={`启用 ${title}`} change={(next) => actions.setRunning(id, next)} />
    ),
  },
  { key: 'menu', title: '源站栏目', width: '18%', minWidth: 110, render: ({ menuTitle }) => menuTitle },
  {
    key: 'account',
    title: '公众号',
    width: '18%',
    minWidth: 110,
    render: ({ configTitle }) => configTitle || '站点的第一个公众号',
  },
  { key: 'results', title: '成功 / 失败', width: '108px', render: ({ done, failed }) => `${done} / ${failed}` },
  {
    key: 'actions',
    title: '操作',
    width: '140px',
    align: 'end',
    pin: 'end',
    render: (rule) => (
      <RowActions
        row={rule.title}
        actions={[
          { title: '立即执行', icon: PlayRegular, run: () => void actions.run(rule) },
          { title: '日志', icon: DocumentTextRegular, run: () => actions.log(rule) },
          { title: '编辑', icon: EditRegular, run: () => actions.edit(rule) },
          { title: '删除', icon: DeleteRegular, run: () => actions.remove(rule) },
        ]}
      />
    ),
  },
]

function TypeBadge({ rule: { ruleType } }: { rule: WechatRule }) {
  const isPush = ruleType === PUSH
  return (
    <Badge appearance="tint" color={isPush ? 'brand' : 'success'}>
      {isPush ? '推送' : '拉取'}
    </Badge>
  )
}
