import { Button } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, ShieldProhibitedRegular } from '@fluentui/react-icons'
import { useMemo, useState } from 'react'
import {
  SENSITIVE_SHEET_LIMIT_MB,
  SENSITIVE_WORD_LIMIT,
  sensitiveSave,
  type SensitiveWord,
} from '#shared/contract/sensitive.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListScreen } from '#renderer/ui/list/ListScreen.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import { useRemoveRows } from '#renderer/ui/list/useRemoveRows.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { type EditRemove, editRemoveKeys } from '#renderer/ui/table/editRemove.tsx'
import { SENSITIVE } from '#renderer/areas/data/sensitive/text.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { columnsOf } from './columns.tsx'

const PLACE = { siteId: 0, menuId: MENU.sensitive }

/** The sensitive words of all sites (B·§2 Sensitive words). */
export function SensitiveWords() {
  const [opened, setOpened] = useState<{ word: SensitiveWord | null } | null>(null)
  const list = useListState({ size: 10 })
  const read = useRead('sensitive.page', list.input, { quiet: true, keepPrevious: true })
  const remove = useRemoveRows('sensitive.deleteByIdList', list)
  const actions = useMemo<EditRemove<SensitiveWord>>(
    () => ({
      edit: (word) => setOpened({ word }),
      remove: (word) => void remove([word.id], SENSITIVE.removeTitle(word.sensitiveWord)),
    }),
    [remove],
  )
  const columns = useMemo(() => columnsOf(actions), [actions])

  return (
    <ListScreen
      title={SENSITIVE.title}
      list={list}
      read={read}
      columns={columns}
      rowKey={(word) => word.id}
      rowLabel={(word) => word.sensitiveWord}
      search={SENSITIVE.search}
      onOpen={actions.edit}
      onRowKey={editRemoveKeys(actions)}
      batch={(keys) => (
        <BatchButton
          keys={keys}
          title={SENSITIVE.batchRemove}
          icon={DeleteRegular}
          onRun={(ids) => void remove(ids, SENSITIVE.removeManyTitle(ids.length))}
        />
      )}
      actions={
        <>
          <SheetButtons
            what={SENSITIVE.title}
            at={PLACE}
            exports={{ operation: 'sensitive.outputData', input: { key: list.input.key } }}
            imports={{
              call: { operation: 'sensitive.importData', input: { classId: 0, siteId: 0 } },
              limitMb: SENSITIVE_SHEET_LIMIT_MB,
              template: { operation: 'sensitive.sheetTemplate', input: {} },
            }}
          />
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ word: null })}>
            {SENSITIVE.add}
          </Button>
        </>
      }
      empty={<EmptyState icon={ShieldProhibitedRegular} title={SENSITIVE.emptyTitle} text={SENSITIVE.emptyText} />}
    >
      {opened && <WordDialog word={opened.word} onClose={() => setOpened(null)} />}
    </ListScreen>
  )
}

const LABELS = { sensitiveWord: SENSITIVE.word, propWord: SENSITIVE.propWord }
const load = async (id: number): Promise<SensitiveWord> => (await call('sensitive.findById', { id })).data

/** B·§2: a sensitive word with what takes its place; without a word a new one. */
function WordDialog({ word, onClose }: { word: SensitiveWord | null; onClose: () => void }) {
  const save = useWrite('sensitive.save')
  const { id, sensitiveWord, propWord, version } = word ?? {
    id: 0,
    sensitiveWord: '',
    propWord: '',
    version: undefined,
  }
  return (
    <FormDialog
      title={word ? SENSITIVE.editTitle(sensitiveWord) : SENSITIVE.addTitle}
      schema={sensitiveSave}
      values={{ id, sensitiveWord, propWord, version }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={word ? { id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) } : undefined}
      {...(word
        ? {
            compare: { load: () => load(id), labels: LABELS },
          }
        : {})}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="sensitiveWord"
            label={LABELS.sensitiveWord}
            required
            autoFocus
            maxLength={SENSITIVE_WORD_LIMIT}
          />
          <TextField
            control={control}
            name="propWord"
            label={LABELS.propWord}
            hint={SENSITIVE.propHint}
            maxLength={SENSITIVE_WORD_LIMIT}
          />
        </>
      )}
    </FormDialog>
  )
}
