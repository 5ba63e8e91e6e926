import { Badge, Button, Tooltip } from '@fluentui/react-components'
import { AddRegular, CopyArrowRightRegular, DeleteRegular, EditRegular, PlayRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SwitchCell } from '#renderer/ui/table/SwitchCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { FOLLOW_LABELS, FOLLOWS } from './ruleForm.ts'
import { RuleWizard } from './RuleWizard.tsx'
import { RunDialog } from './RunDialog.tsx'
import { useAskedToBegin } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

const nameOf = ({ title }: CopyRule): string => title

type Opened = { dialog: 'add' } | { dialog: 'edit' | 'run'; rule: CopyRule }

/** B·§2: the rules by which entries are copied into columns of other sites. */
export function CopyRules() {
  const list = useListState({ size: 10 })
  const read = useRead('copyRule.page', list.input, { quiet: true, keepPrevious: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('CopyRules', opened, setOpened)
  useAskedToBegin(() => setOpened({ dialog: 'add' }))
  const { mutateAsync: turn } = useWrite('copyRule.updateRun')
  const remove = useRemoveRows('copyRule.deleteByIdList', list)
  const actions = useMemo<EditRemove<CopyRule>>(
    () => ({
      edit: (rule) => setOpened({ dialog: 'edit', rule }),
      remove: ({ id, title }) => void remove([id], `删除规则“${title}”`),
    }),
    [remove],
  )
  const columns = useMemo(
    (): TableColumn<CopyRule>[] => [
      { key: 'title', title: '规则标题', width: '18%', least: 180, render: nameOf },
      {
        key: 'isRun',
        title: '自动复制',
        width: '88px',
        render: ({ id, title, isRun }) => (
          <SwitchCell checked={isRun} label={`自动复制 ${title}`} change={(next) => turn({ id, isRun: next })} />
        ),
      },
      // Before what a small window scrolls away: a rule that can't copy is seen.
      { key: 'isStatus', title: '状态', width: '72px', render: (rule) => <Status rule={rule} /> },
      { key: 'rules', title: '匹配字段', width: '80px', render: ({ rules }) => `${rules.length} 个` },
      { key: 'sourceSite', title: '源站点', width: '10%', least: 90, render: (rule) => rule.sourceSiteInfo.title },
      { key: 'sourceMenu', title: '源站栏目', width: '10%', least: 90, render: (rule) => rule.sourceMenuInfo.title },
      { key: 'targetSite', title: '目标站点', width: '10%', least: 90, render: (rule) => rule.targetSiteInfo.title },
      { key: 'targetMenu', title: '目标站栏目', width: '106px', render: (rule) => rule.targetMenuInfo.title },
      { key: 'follows', title: '跟随来源', width: '104px', render: followsOf },
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
                run: () => setOpened({ dialog: 'run', rule }),
              },
              { title: '编辑', icon: EditRegular, run: () => actions.edit(rule) },
              { title: '删除', icon: DeleteRegular, run: () => actions.remove(rule) },
            ]}
          />
        ),
      },
    ],
    [turn, actions],
  )
  return (
    <ListScreen
      title="跨站复制规则"
      text="源站栏目的内容按字段匹配复制到目标站栏目，成为那里的草稿。打开“自动复制”后，每条新增的内容会自动复制一次；还可以让副本跟随来源更新、取消发布和删除。"
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ dialog: 'add' })}>
          新增规则
        </Button>
      }
      list={list}
      read={read}
      columns={columns}
      rowKey={(rule) => rule.id}
      rowLabel={nameOf}
      search="搜索规则标题"
      batch={(keys: readonly number[]) => (
        <BatchButton
          keys={keys}
          title="删除"
          onRun={(ids: readonly number[]) => void remove(ids, `删除 ${ids.length} 条规则`)}
        />
      )}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      empty={
        <EmptyState
          icon={CopyArrowRightRegular}
          title="还没有规则"
          text="点“新增规则”选择源站栏目和目标站栏目，再匹配字段。"
        />
      }
    >
      {opened?.dialog === 'run' && <RunDialog rule={opened.rule} onClose={() => setOpened(null)} />}
      {opened && opened.dialog !== 'run' && (
        <RuleWizard rule={opened.dialog === 'edit' ? opened.rule : null} onClose={() => setOpened(null)} />
      )}
    </ListScreen>
  )
}

/** What its copies follow. */
const followsOf = (rule: CopyRule): string =>
  FOLLOWS.filter((name) => rule[name])
    .map((name) => FOLLOW_LABELS[name])
    .join('、') || '—'

/** Can it copy as it stands? If not, why. */
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
