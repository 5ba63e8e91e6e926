import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import type { ListContext } from '../listColumn.ts'
import { loadFormTitle, type UnsavedForm } from './unsavedForms.ts'

const useStyles = makeStyles({
  list: { display: 'grid', margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', minHeight: 0 },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  texts: { display: 'grid', flex: '1 1 240px', minWidth: 0 },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  place: ListContext
  forms: readonly UnsavedForm[]
  /** Opens the form, which offers to restore its draft. */
  onEdit: (id: number) => void
  onClose: () => void
}

const describeForm = (id: number, savedAt: string, count: number): string =>
  `${id === 0 ? '新增的内容' : `修改编号 ${id} 的内容`} · ${savedAt} 暂存${count > 1 ? ` · 共 ${count} 份` : ''}`

/** Lists the unsaved forms of the column, including forms of deleted entries. */
export function UnsavedDialog({ place: { column }, forms, onEdit, onClose }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [remaining, setRemaining] = useState(forms)
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isActive = true
    for (const form of forms)
      loadFormTitle(column, form).then(
        (title) => isActive && setTitles((now) => new Map([...now, [form.key, title]])),
        () => undefined,
      )
    return () => {
      isActive = false
    }
  }, [column, forms])

  const discard = async ({ key, writers }: UnsavedForm): Promise<void> => {
    if (
      !(await confirm({
        title: '放弃未保存的内容',
        text: '放弃后无法恢复，服务器上的内容不受影响。',
        confirmText: '放弃',
        danger: true,
      }))
    )
      return
    try {
      for (const writer of writers) await call('localDrafts.remove', { key, writer })
      setRemaining((now) => now.filter((form) => form.key !== key))
    } catch (error) {
      showError(error)
    }
  }
  const footer = <Button onClick={onClose}>关闭</Button>
  return (
    <PanelDialog title={`未保存的内容：${column.title}`} size="medium" onClose={onClose} footer={footer}>
      <Text>以下内容填写后未保存，暂存在本机，30 天后自动清除。</Text>
      {remaining.length === 0 && <EmptyState title="没有未保存的内容" />}
      <ul className={styles.list}>
        {remaining.map((form) => {
          const title = titles.get(form.key) || '（无标题）'
          return (
            <li key={form.key} className={styles.row}>
              <div className={styles.texts}>
                <Text className={styles.title} weight="semibold" title={title}>
                  {title}
                </Text>
                <Text size={200} className={styles.muted}>
                  {describeForm(form.id, form.savedAt, form.writers.length)}
                </Text>
              </div>
              <Button aria-label={`打开 ${title}`} onClick={() => onEdit(form.id)}>
                打开
              </Button>
              <Button aria-label={`放弃 ${title}`} onClick={() => void discard(form)}>
                放弃
              </Button>
            </li>
          )
        })}
      </ul>
    </PanelDialog>
  )
}
