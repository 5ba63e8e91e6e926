import { Button } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, ShieldProhibitedRegular, TagMultipleRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { SENSITIVE_SHEET_LIMIT_MB, type SensitiveWord } from '#shared/contract/sensitive.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { ClassesDialog } from './ClassesDialog.tsx'
import { columnsOf } from './columns.tsx'
import { WordDialog } from './WordDialog.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

const SHEET_SCOPE = { siteId: 0, menuId: MENU.sensitive }

/** The sensitive words of all sites (B·§2 Sensitive words). */
export function SensitiveWords() {
  const [opened, setOpened] = useState<{ word: SensitiveWord | null } | 'classes' | null>(null)
  useTabOpen('SensitiveWords', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ word: null }))
  const classes = useRead('sensitive.classes', {}, { quiet: true }).data
  const list = useListState({ size: 10 })
  const read = useRead('sensitive.page', list.input, { quiet: true, keepPrevious: true })
  const remove = useRemoveRows('sensitive.deleteByIdList', list)
  const actions = useMemo<EditRemove<SensitiveWord>>(
    () => ({
      edit: (word) => setOpened({ word }),
      remove: (word) => void remove([word.id], `删除敏感词“${word.sensitiveWord}”`),
    }),
    [remove],
  )
  const columns = useMemo(
    () => columnsOf(actions, new Map((classes ?? []).map(({ id, title }) => [id, title]))),
    [actions, classes],
  )

  return (
    <ListScreen
      title="敏感词"
      list={list}
      read={read}
      columns={columns}
      rowKey={(word) => word.id}
      rowLabel={(word) => word.sensitiveWord}
      search="搜索敏感词或替换词"
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      batch={(keys) => (
        <BatchButton
          keys={keys}
          title="批量删除"
          icon={DeleteRegular}
          onRun={(ids) => void remove(ids, `删除 ${ids.length} 个敏感词`)}
        />
      )}
      actions={
        <>
          <SheetButtons
            what="敏感词"
            at={SHEET_SCOPE}
            exports={{ operation: 'sensitive.outputData', input: { key: list.input.key } }}
            imports={{
              call: { operation: 'sensitive.importData', input: { classId: 0, siteId: 0 } },
              limitMb: SENSITIVE_SHEET_LIMIT_MB,
              template: { operation: 'sensitive.sheetTemplate', input: {} },
            }}
          />
          <Button icon={<TagMultipleRegular />} onClick={() => setOpened('classes')}>
            敏感词类别
          </Button>
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ word: null })}>
            新增
          </Button>
        </>
      }
      empty={
        <EmptyState
          icon={ShieldProhibitedRegular}
          title="还没有敏感词"
          text="点击“新增”添加，或从 Excel 表格导入。保存和发布内容时会检查敏感词。"
        />
      }
    >
      {opened === 'classes' && <ClassesDialog onClose={() => setOpened(null)} />}
      {opened && opened !== 'classes' && (
        <WordDialog word={opened.word} classes={classes ?? []} onClose={() => setOpened(null)} />
      )}
    </ListScreen>
  )
}
