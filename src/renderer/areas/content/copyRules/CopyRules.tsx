import { Button } from '@fluentui/react-components'
import { AddRegular, CopyArrowRightRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import type { CopyRule } from '#shared/contract/crossSiteCopy.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { columnsOf, nameOf, type RuleActions } from './columns.tsx'
import { RuleWizard } from './RuleWizard.tsx'
import { RunDialog } from './RunDialog.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

type Opened = { dialog: 'add' } | { dialog: 'edit' | 'run'; rule: CopyRule }

/** Rules that copy entries into columns of other sites (B·§2). */
export function CopyRules() {
  const list = useListState({ size: 10 })
  const read = useRead('copyRule.page', list.input, { quiet: true, keepPrevious: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  useTabOpen('CopyRules', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ dialog: 'add' }))
  const { mutateAsync: setRunning } = useWrite('copyRule.updateRun')
  const remove = useRemoveRows('copyRule.deleteByIdList', list)
  const actions = useMemo<RuleActions>(
    () => ({
      setRunning: (id, isRun) => setRunning({ id, isRun }),
      run: (rule) => setOpened({ dialog: 'run', rule }),
      edit: (rule) => setOpened({ dialog: 'edit', rule }),
      remove: ({ id, title }) => void remove([id], `删除规则“${title}”`),
    }),
    [remove, setRunning],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])
  return (
    <ListScreen
      title="跨站复制规则"
      text="源站栏目的内容按字段匹配复制到目标站栏目，保存为草稿。开启“自动复制”后，每篇新增的内容自动复制一次；副本还可跟随来源更新、取消发布和删除。"
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
          text="点击“新增规则”，选择源站栏目和目标站栏目后匹配字段。"
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
