import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { UNSAVED } from '#renderer/areas/content/text.ts'
import type { ListContext } from '../listColumn.ts'
import { titleOfForm, type UnsavedForm } from './unsavedForms.ts'

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
  /** Opens the form, which offers what was typed into it. */
  onEdit: (id: number) => void
  onClose: () => void
}

/** What was typed into forms of the column and not saved: also into those of entries that no list shows any more. */
export function UnsavedDialog({ place: { column }, forms, onEdit, onClose }: Props) {
  const styles = useStyles()
  const confirm = useConfirm()
  const [left, setLeft] = useState(forms)
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let wanted = true
    for (const form of forms)
      titleOfForm(column, form).then(
        (title) => wanted && setTitles((now) => new Map([...now, [form.key, title]])),
        () => undefined,
      )
    return () => {
      wanted = false
    }
  }, [column, forms])

  const discard = async ({ key, writers }: UnsavedForm): Promise<void> => {
    if (!(await confirm({ ...UNSAVED.discardQuestion, danger: true }))) return
    try {
      for (const writer of writers) await call('localDrafts.remove', { key, writer })
      setLeft((now) => now.filter((form) => form.key !== key))
    } catch (error) {
      showError(error)
    }
  }
  const footer = <Button onClick={onClose}>关闭</Button>
  return (
    <PanelDialog title={`${UNSAVED.title}：${column.title}`} size="medium" onClose={onClose} footer={footer}>
      <Text>{UNSAVED.help}</Text>
      {left.length === 0 && <EmptyState title={UNSAVED.none} />}
      <ul className={styles.list}>
        {left.map((form) => {
          const title = titles.get(form.key) || UNSAVED.untitled
          return (
            <li key={form.key} className={styles.row}>
              <div className={styles.texts}>
                <Text className={styles.title} weight="semibold" title={title}>
                  {title}
                </Text>
                <Text size={200} className={styles.muted}>
                  {UNSAVED.about(form.id, form.savedAt, form.writers.length)}
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
