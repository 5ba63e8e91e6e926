import { Button } from '@fluentui/react-components'
import { AddRegular, BookLetterRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import { type Dictionary, DICTIONARY_SHEET_LIMIT_MB, dictionarySave } from '#shared/contract/dictionary.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useCurrentSite, useSiteAtOpening } from '#renderer/data/currentSite.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { ValueListField } from '#renderer/ui/fields/ValueListField.tsx'
import { columnsOf } from './columns.tsx'
import { useAutoOpenFromUrl } from '#renderer/ui/page/useAddressParam.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

/** The flat dictionaries (B·§2): lists of values that fields offer. */
export function DictionaryList() {
  const [opened, setOpened] = useState<{ dictionary: Dictionary | null } | null>(null)
  useTabOpen('DictionaryList', opened, setOpened)
  useAutoOpenFromUrl(() => setOpened({ dictionary: null }))
  const list = useListState({ size: 10 })
  const read = useRead('dictionary.page', list.input, { quiet: true, keepPrevious: true })
  const actions = useDictionaryActions(setOpened)
  const columns = useMemo(() => columnsOf(actions), [actions])
  const canShare = isSuper(useAuthority())
  const siteId = useCurrentSite()
  return (
    <ListScreen
      title="字典管理"
      text="单选、多选和下拉字段的选项；字段通过字典 ID 引用字典。"
      list={list}
      read={read}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.title}
      search="搜索字典名称"
      actions={
        <>
          <SheetButtons
            what="字典"
            at={{ siteId: 0, menuId: MENU.dictionary }}
            exports={{ operation: 'dictionary.exportSheet', input: { key: list.input.key } }}
            imports={{
              call: { operation: 'dictionary.importSheet', input: { siteId: canShare ? 0 : siteId } },
              limitMb: DICTIONARY_SHEET_LIMIT_MB,
              template: { operation: 'dictionary.sheetTemplate', input: {} },
            }}
          />
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ dictionary: null })}>
            新增
          </Button>
        </>
      }
      empty={
        <EmptyState
          icon={BookLetterRegular}
          title="还没有字典"
          text="点击“新增”添加字典，再在“栏目管理”的字段设置中选用。"
        />
      }
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
    >
      {opened && <DictionaryDialog dictionary={opened.dictionary} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

/** Actions on dictionaries; stable while the session and `open` are. */
function useDictionaryActions(open: (opened: { dictionary: Dictionary }) => void): EditRemove<Dictionary> {
  const canShare = isSuper(useAuthority())
  const toast = useToast()
  const remove = useRemoveRows('dictionary.deleteByIdList')
  return useMemo(() => {
    const refusal = ({ siteId }: Dictionary): string | null =>
      siteId === 0 && !canShare ? '各站点共用的字典只能由超级管理员修改' : null
    // Keys and double-clicks bypass the disabled buttons of a row.
    const runIfAllowed =
      (run: (dictionary: Dictionary) => void) =>
      (dictionary: Dictionary): void => {
        const reason = refusal(dictionary)
        if (reason) toast.warning(reason)
        else run(dictionary)
      }
    return {
      refusal,
      edit: runIfAllowed((dictionary) => open({ dictionary })),
      remove: runIfAllowed(({ id, title }) => void remove([id], `删除字典“${title}”`)),
    }
  }, [canShare, toast, remove, open])
}

/** Limit of dictionarySave. */
const MAX_VALUES = 1000
const LABELS = { title: '字典名称', siteId: '适用站点', value: '字典值' }
const ALL_SITES = '各站点共用'

/** Edits a dictionary: title and values (B·§2). Without a dictionary it adds one. */
function DictionaryDialog({ dictionary, onClose }: { dictionary: Dictionary | null; onClose: () => void }) {
  const save = useWrite('dictionary.save')
  const canShare = isSuper(useAuthority())
  const current = useSiteAtOpening()
  const { items } = useSiteItems()
  const formatSite = (id: number) => (id === 0 ? ALL_SITES : items.find((site) => site.id === id)?.title)
  const empty = { id: 0, title: '', siteId: canShare ? 0 : current, value: [''] }
  return (
    <FormDialog
      title={dictionary ? '编辑字典' : '新增字典'}
      size="small"
      schema={dictionarySave}
      {...recordForm({
        record: dictionary,
        empty,
        labels: LABELS,
        find: 'dictionary.findById',
        show: (field, value) => (field === 'siteId' ? formatSite(Number(value)) : undefined),
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={LABELS.title} required autoFocus />
          <FieldFrame
            control={control}
            name="siteId"
            label={LABELS.siteId}
            required
            hint="共用字典可供所有站点使用，仅超级管理员可以修改"
          >
            {({ value, onChange }) => (
              <SiteSelect
                wide
                label={LABELS.siteId}
                zero={canShare ? ALL_SITES : undefined}
                {...{ value: Number(value), onChange }}
              />
            )}
          </FieldFrame>
          <ValueListField
            control={control}
            name="value"
            label={LABELS.value}
            itemName="字典值"
            required
            hint="字段的选项，按从上到下的顺序显示。按回车键添加下一项；支持从表格或文本中复制多行后一次粘贴。"
            max={MAX_VALUES}
          />
        </>
      )}
    </FormDialog>
  )
}
