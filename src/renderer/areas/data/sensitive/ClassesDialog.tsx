import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AddRegular, DeleteRegular, EditRegular, ShieldProhibitedRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type SensitiveClass, sensitiveClassSave } from '#shared/contract/sensitive.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { userLabel } from '#renderer/features/people/picker/UserPicker.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { MultiSelectField } from '#renderer/ui/fields/MultiSelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  texts: { display: 'grid', flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
})

/** Classes of sensitive words, with the persons who must agree before a word of a forbidding class is published. */
export function ClassesDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const confirm = useConfirm()
  const read = useRead('sensitive.classes', {}, { quiet: true })
  const { mutateAsync: remove } = useWrite('sensitive.deleteClass')
  const [opened, setOpened] = useState<{ row: SensitiveClass | null } | null>(null)
  useTabOpen('ClassesDialog', opened, setOpened)
  const removeClass = async ({ id, title }: SensitiveClass): Promise<void> => {
    if (
      !(await confirm({
        title: `删除类别“${title}”`,
        text: '类别中的敏感词会保留，但不再属于任何类别，发布时仅提醒。类别删除后无法恢复。',
        confirmText: '删除',
        danger: true,
      }))
    )
      return
    await remove({ id }).catch(() => undefined)
  }
  return (
    <PanelDialog
      title="敏感词类别"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button appearance="primary" icon={<AddRegular />} onClick={() => setOpened({ row: null })}>
            新增类别
          </Button>
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <Text className={styles.muted}>
        含有“禁止发布”类别中敏感词的内容，须经指定人员同意才能发布；其他敏感词仅提醒。
      </Text>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <LoadingState />}
      {read.data?.length === 0 && (
        <EmptyState
          icon={ShieldProhibitedRegular}
          title="还没有类别"
          text="点击“新增类别”添加类别，再在编辑敏感词时选择。"
        />
      )}
      <ul className={styles.list} aria-label="敏感词类别">
        {(read.data ?? []).map((row) => (
          <li key={row.id} className={styles.row}>
            <span className={styles.texts}>
              <span className={styles.head}>
                <Text weight="semibold">{row.title}</Text>
                <Badge appearance="tint" color={row.isForbidding ? 'danger' : 'informative'}>
                  {row.isForbidding ? '禁止发布' : '仅提醒'}
                </Badge>
                <Text size={200} className={styles.muted}>
                  {`${row.words} 个敏感词`}
                </Text>
              </span>
              {row.isForbidding && (
                <Text size={200} className={styles.muted}>
                  同意人：{row.persons.map(({ name }) => name || '（已删除的账号）').join('、')}
                </Text>
              )}
            </span>
            <RowActions
              row={row.title}
              actions={[
                { title: '编辑', icon: EditRegular, run: () => setOpened({ row }) },
                { title: '删除', icon: DeleteRegular, run: () => void removeClass(row) },
              ]}
            />
          </li>
        ))}
      </ul>
      {opened && <ClassDialog row={opened.row} onClose={() => setOpened(null)} />}
    </PanelDialog>
  )
}

/** Edits a class; without a row it adds one. */
function ClassDialog({ row, onClose }: { row: SensitiveClass | null; onClose: () => void }) {
  const save = useWrite('sensitive.saveClass')
  const { data } = useRead('account.pageUser', { pageIndex: 1, pageSize: 1000, groupId: 0, colleagues: true })
  const people = (data?.content ?? []).map((user) => ({ value: user.id, title: userLabel(user) }))
  const listedIds = new Set(people.map(({ value }) => value))
  const unlistedPersons = (row?.persons ?? [])
    .filter(({ accountId }) => !listedIds.has(accountId))
    .map(({ accountId, name }) => ({ value: accountId, title: name || '（已删除的账号）' }))
  return (
    <FormDialog
      title={row ? `编辑类别“${row.title}”` : '新增类别'}
      schema={sensitiveClassSave}
      values={{
        id: row?.id ?? 0,
        title: row?.title ?? '',
        isForbidding: row?.isForbidding ?? true,
        persons: row?.persons.map(({ accountId }) => accountId) ?? [],
        version: row?.version,
      }}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="类别名称" required autoFocus maxLength={50} />
          <SwitchField
            control={control}
            name="isForbidding"
            label="禁止发布"
            hint="开启后，含有该类敏感词的内容须经任意一名同意人同意才能发布"
          />
          <Persons control={control} options={[...unlistedPersons, ...people]} />
        </>
      )}
    </FormDialog>
  )
}

type ClassControl = Control<z.input<typeof sensitiveClassSave>, unknown, z.output<typeof sensitiveClassSave>>

function Persons({ control, options }: { control: ClassControl; options: { value: number; title: string }[] }) {
  const isForbidding = useWatch({ control, name: 'isForbidding' })
  if (!isForbidding) return null
  return (
    <MultiSelectField
      control={control}
      name="persons"
      label="同意人"
      hint="同意人发布含有该类敏感词的内容时，确认发布即视为同意"
      options={options}
      required
    />
  )
}
